// An import reads the exporting module's variable; cycles see it as far as it is initialised; namespaces are sorted.
import { count, increment, default as start, late } from './fixtures/counter.mjs';
import * as counter from './fixtures/counter.mjs';
import { even, odd } from './fixtures/even.mjs';
import { renamed as again, 'a string name' as text } from './fixtures/barrel.mjs';
console.log(count, increment(), count, counter.count, start, late);
console.log(Object.keys(counter).join(), counter[Symbol.toStringTag], 'x' in counter, Object.isFrozen(counter), Object.isSealed(counter));
console.log(even(10), odd(7), even === (await import('./fixtures/even.mjs')).even, again, text);
for (const attempt of [() => { counter.count = 1; }, () => { delete counter.count; }, () => { counter.fresh = 1; }])
    try {
        attempt();
    } catch (error) {
        console.log(error.name);
    }
console.log(typeof import.meta.url, import.meta.url.endsWith('imports_are_live_bindings.mjs'), this);
try {
    await import('./fixtures/throws.mjs');
} catch (error) {
    console.log('import() rejected:', error.message);
}
