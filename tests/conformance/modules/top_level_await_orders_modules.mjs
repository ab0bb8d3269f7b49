// Siblings of a module that awaits go on; importers wait for both (16.2.1.5.3).
import { log } from './fixtures/log.mjs';
import './fixtures/slow.mjs';
import './fixtures/quick.mjs';
log.push('main');
const { slow } = await import('./fixtures/slow.mjs');
console.log(log.join(), slow);
