// A recursive-descent parser and evaluator of arithmetic: strings by character, tokens, a tree of classes, a walk over it.
class Num { constructor(value) { this.value = value; } eval() { return this.value; } }
class Name { constructor(name) { this.name = name; } eval(env) { return env[this.name]; } }
class Binary {
  constructor(op, left, right) { this.op = op; this.left = left; this.right = right; }
  eval(env) {
    const a = this.left.eval(env), b = this.right.eval(env);
    switch (this.op) { case '+': return a + b; case '-': return a - b; case '*': return a * b; default: return b === 0 ? 0 : Math.trunc(a / b); }
  }
}
class Parser {
  constructor(text) { this.text = text; this.at = 0; }
  peek() { while (this.text[this.at] === ' ') this.at++; return this.text[this.at]; }
  primary() {
    const c = this.peek();
    if (c === '(') { this.at++; const e = this.sum(); this.peek(); this.at++; return e; }
    const start = this.at;
    if (c >= '0' && c <= '9') {
      while (this.text.charCodeAt(this.at) >= 48 && this.text.charCodeAt(this.at) <= 57) this.at++;
      return new Num(Number(this.text.slice(start, this.at)));
    }
    while (/[a-z]/.test(this.text[this.at] ?? '')) this.at++;
    return new Name(this.text.slice(start, this.at));
  }
  product() {
    let e = this.primary();
    for (let c = this.peek(); c === '*' || c === '/'; c = this.peek()) { this.at++; e = new Binary(c, e, this.primary()); }
    return e;
  }
  sum() {
    let e = this.product();
    for (let c = this.peek(); c === '+' || c === '-'; c = this.peek()) { this.at++; e = new Binary(c, e, this.product()); }
    return e;
  }
}
const source = '(alpha + 12 * (beta - 3)) / (1 + gamma) - 77 * (x + y * (z - 1)) + 1000 / (alpha - 2)';
const env = { alpha: 7, beta: 11, gamma: 3, x: 5, y: 9, z: 2 };
let total = 0;
for (let i = 0; i < 25000; i++) {
  env.x = i % 17;
  const tree = new Parser(source).sum();
  for (let k = 0; k < 5; k++) total = (total + tree.eval(env)) | 0;
}
console.log('parser ' + total);
