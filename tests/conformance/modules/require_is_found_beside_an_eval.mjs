import { createdBefore, shadowed, strict } from './fixtures/requires-beside-evals.cjs';
console.log(createdBefore, shadowed, strict);
