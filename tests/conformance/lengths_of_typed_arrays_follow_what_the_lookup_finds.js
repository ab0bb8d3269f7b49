// `.length` of typed arrays is read without a call where the lookup finds the getter that the language defines.
const log = (...values) => console.log(values.join(' '));
const length = (o) => o.length;
function rounds(o) { let n = 0; for (let i = 0; i < o.length; i++) n += i; return n; }
const all = [new Uint8Array(3), new Float64Array(2), 'four', [1, 2], { length: 7 }, Object.create({ length: 8 }), new Int8Array(5),
             new BigInt64Array(1), new DataView(new ArrayBuffer(4)), Object.create(Uint8Array.prototype, { length: { value: 9 } })];
for (let i = 0; i < 4; i++) log(all.map(length).join(), all.slice(0, 8).map(rounds).join());
try { length(Object.create(Uint8Array.prototype)); } catch (error) { log(error.name); }
try { length(null); } catch (error) { log(error.name); }

const buffer = new ArrayBuffer(8, { maxByteLength: 16 });
const tracking = new Uint8Array(buffer), fixed = new Uint8Array(buffer, 4, 4);
log(length(tracking), length(fixed));
buffer.resize(6);
log(length(tracking), length(fixed));
const lost = new Uint8Array(4);
log(length(lost));
structuredClone(lost.buffer, { transfer: [lost.buffer] });
log(length(lost), rounds(lost));

class Short extends Uint8Array { get length() { return 1; } }
log(length(new Short(4)), rounds(new Short(4)), length(new (class extends Uint8Array {})(4)));
const own = new Uint8Array(4);
log(length(own));
Object.defineProperty(own, 'length', { value: 'own' });
log(length(own), length(new Uint8Array(4)));
const moved = new Uint8Array(4);
Object.setPrototypeOf(moved, { length: 11 });
log(length(moved));

const typed = Object.getPrototypeOf(Uint8Array.prototype), original = Object.getOwnPropertyDescriptor(typed, 'length');
Object.defineProperty(typed, 'length', { get() { return 42; } });
log(length(all[0]), length(all[6]));
Object.defineProperty(typed, 'length', original);
log(length(all[0]), length(all[6]));
Object.defineProperty(Uint8Array.prototype, 'length', { value: original.get, configurable: true });
log(length(all[0]) === original.get, length(all[6]));
delete Uint8Array.prototype.length;
log(length(all[0]));
delete typed.length;
log(length(all[0]), length(all[6]));
