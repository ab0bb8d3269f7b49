// A hash map with open addressing in plain JavaScript: string hashing, arrays that grow, computed indices.
class HashMap {
  constructor() { this.keys = new Array(16).fill(undefined); this.values = new Array(16).fill(0); this.count = 0; }
  hash(key) { let h = 5381; for (let i = 0; i < key.length; i++) h = ((h << 5) + h) ^ key.charCodeAt(i); return h >>> 0; }
  slot(key) {
    const mask = this.keys.length - 1;
    let i = this.hash(key) & mask;
    while (this.keys[i] !== undefined && this.keys[i] !== key) i = (i + 1) & mask;
    return i;
  }
  get(key) { const i = this.slot(key); return this.keys[i] === undefined ? undefined : this.values[i]; }
  set(key, value) {
    if (this.count * 2 > this.keys.length) this.grow();
    const i = this.slot(key);
    if (this.keys[i] === undefined) { this.keys[i] = key; this.count++; }
    this.values[i] = value;
  }
  grow() {
    const keys = this.keys, values = this.values;
    this.keys = new Array(keys.length * 2).fill(undefined); this.values = new Array(keys.length * 2).fill(0); this.count = 0;
    for (let i = 0; i < keys.length; i++) if (keys[i] !== undefined) this.set(keys[i], values[i]);
  }
}
const words = [];
for (let i = 0; i < 20000; i++) words.push('key' + (i * 7919 % 10007).toString(36));
let sum = 0;
for (let round = 0; round < 12; round++) {
  const map = new HashMap();
  for (const w of words) map.set(w, (map.get(w) ?? 0) + 1);
  sum = (sum * 31 + map.count + map.get(words[round])) | 0;
}
console.log('hashmap ' + sum);
