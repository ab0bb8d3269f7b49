// A least-recently-used cache: a Map beside a doubly linked list.
class Node { constructor(key, value) { this.key = key; this.value = value; this.prev = null; this.next = null; } }
class Lru {
  constructor(capacity) {
    this.capacity = capacity; this.map = new Map(); this.head = new Node(0, 0); this.tail = new Node(0, 0);
    this.head.next = this.tail; this.tail.prev = this.head;
  }
  unlink(node) { node.prev.next = node.next; node.next.prev = node.prev; }
  front(node) { node.next = this.head.next; node.prev = this.head; this.head.next.prev = node; this.head.next = node; }
  get(key) {
    const node = this.map.get(key);
    if (node === undefined) return -1;
    this.unlink(node); this.front(node);
    return node.value;
  }
  put(key, value) {
    let node = this.map.get(key);
    if (node) { node.value = value; this.unlink(node); this.front(node); return; }
    if (this.map.size >= this.capacity) { const last = this.tail.prev; this.unlink(last); this.map.delete(last.key); }
    node = new Node(key, value);
    this.map.set(key, node); this.front(node);
  }
}
const cache = new Lru(5000);
let seed = 42, hits = 0;
for (let i = 0; i < 4000000; i++) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  const key = (seed >>> 8) % ((i & 3) === 0 ? 20000 : 4000);
  const value = cache.get(key);
  if (value === -1) cache.put(key, i & 1023); else hits = (hits + value) | 0;
}
console.log('lru ' + hits);
