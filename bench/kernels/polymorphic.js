// One call site, many classes; private fields, getters and setters, static members, accessors on literals.
class Shape { #id; static made = 0; constructor(id) { this.#id = id; Shape.made++; } get id() { return this.#id; } set id(v) { this.#id = v & 1023; } area() { return 0; } }
class Square extends Shape { #side; constructor(id, side) { super(id); this.#side = side; } area() { return this.#side * this.#side; } grow() { this.#side = (this.#side + 1) % 10; } }
class Rect extends Shape { #w; #h; constructor(id, w, h) { super(id); this.#w = w; this.#h = h; } area() { return this.#w * this.#h; } grow() { this.#w++; if (this.#w > 20) this.#w = 1; } }
class Tri extends Shape { base = 3; height = 4; area() { return this.base * this.height / 2; } grow() { this.height ^= 1; } }
class Dot extends Shape { grow() { this.id += 3; } }
class Ring extends Shape { #r = 2; area() { return this.#r * 3; } grow() { this.#r = (this.#r * 5 + 1) & 15; } }
const shapes = [];
for (let i = 0; i < 60; i++) shapes.push([new Square(i, i % 9), new Rect(i, i % 7, i % 5), new Tri(i), new Dot(i), new Ring(i)][i % 5]);
const view = { scale: 2, get double() { return this.scale * 2; }, set double(v) { this.scale = v >> 1; } };
let total = 0;
for (let round = 0; round < 90000; round++)
  for (let i = round & 1; i < shapes.length; i += 2) {
    const s = shapes[i];
    total = (total + s.area() + s.id) | 0;
    s.grow();
    view.double = view.double + 2 & 255;
  }
console.log('polymorphic ' + total + ' ' + Shape.made + ' ' + view.scale);
