export let count = 0;
export function inc() { return ++count; }
export class Counter { n = count; }
const renamedLocal = 'renamed';
export { renamedLocal as renamed };
export default function () { return 'default ' + count; }
