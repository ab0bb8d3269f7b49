import './fixtures/mix.mjs';
