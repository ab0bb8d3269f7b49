import { fromB, useLate } from './fixtures/linking/cycle-b.mjs';
export function fromA() { return 'a:' + typeof later; }
export let later = 'late';
export var early = 'var';
console.log(fromB, useLate());
