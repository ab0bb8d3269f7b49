// Names that a request makes up: property keys, registered symbols, and what of them stays in module state.
import { serve } from './harness.mjs';

const plain = { a: 1 };
const table = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`t${i}`, i]));
const map = new Map([['a', 1]]);
class Base { constructor() { this.a = 1; } }

let made = 0;
const fresh = () => `name ${process.pid} ${Date.now()} ${made++} ${Math.random()}`;
const spelled = (...codes) => String.fromCharCode(...codes); // a text that is no constant of the program

function usesNames() {
    const names = Array.from({ length: 100 }, fresh);
    const object = {}, parsed = JSON.parse(`{${names.map((name, i) => `${JSON.stringify(name)}:${i}`).join()}}`);
    names.forEach((name, i) => { object[name] = i; });
    const listed = [];
    for (const name in object)
        listed.push(name);
    const same = names.every((name, i) => object[[...name].join('')] === i && parsed[name] === i && Object.hasOwn(object, name));
    return same && listed.join() === names.join() && Object.keys(parsed).join() === names.join() &&
        JSON.stringify(object) === JSON.stringify(parsed);
}

function usesShapes() {
    const name = fresh();
    class Own extends Base { #hidden = 3; [name] = 2; get hidden() { return this.#hidden; } }
    const all = Array.from({ length: 50 }, () => new Own());
    all[7].late = 1;
    delete all[8][name];
    return all.every((own, i) => own.a === 1 && own.hidden === 3 && own[name] === (i === 8 ? undefined : 2) && Own.prototype === Object.getPrototypeOf(own));
}

export default serve({
    used: { read: usesNames, write: usesNames },
    shapes: { read: usesShapes, write: usesShapes },
    same_name_in_both: {
        read: () => { const o = { [spelled(113, 113)]: 1 }; return o[spelled(113, 113)] + JSON.stringify(o) + Object.keys(plain); },
        write: () => { const o = {}; o[spelled(113, 113)] = 2; plain[spelled(113, 113)] = 3; if (plain.qq !== 3) throw new Error('lost'); },
    },
    on_shared: { read: () => plain[spelled(119, 119)], write: () => { plain[spelled(119, 119)] = 1; } },
    on_shared_dictionary: { read: () => Object.keys(table).length, write: () => { for (let i = 0; i < 2000; i++) table[fresh()] = i; } },
    on_prototype: { read: () => ({})[spelled(120, 121)], write: () => { Object.prototype[spelled(120, 121)] = 1; } },
    in_map: { read: () => map.get(spelled(97)) + map.size, write: () => { map.set(fresh(), 1); map.set(spelled(97), 2); } },
    registered: {
        read: () => Symbol.for(spelled(115, 109)) === Symbol.for('s' + 'm') && plain[Symbol.for(spelled(115, 109))],
        write: () => { plain[Symbol.for(spelled(115, 109))] = 1; },
    },
    deleted: { read: () => Object.keys(plain).join(), write: () => { const name = fresh(); plain[name] = 1; plain.b = 2; delete plain[name]; } },
});
