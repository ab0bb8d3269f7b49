// A name declared by `using` is disposed of when its scope is left, the last one first, whatever the way.
const resource = (name) => ({ name, [Symbol.dispose]() { console.log('dispose', name); } });

function returned() {
  using a = resource('a'), b = resource('b');
  using nothing = null;
  console.log('body', a.name, b.name, nothing);
  return 'returned';
}
console.log(returned());

outer: for (let i = 0; ; i++) {
  using r = resource(`round ${i}`);
  for (using inner of [resource('x'), resource('y')]) {
    if (i === 0) continue outer;
    console.log('inner', inner.name);
    if (inner.name === 'y') break outer;
  }
}

for (using whole = resource('whole loop'); ;) {
  console.log('once');
  break;
}

function* generate() {
  using g = resource('generator');
  yield 1;
  yield 2;
}
for (const value of generate()) {
  console.log('value', value);
  break;
}

function failing(name) {
  return { [Symbol.dispose]() { throw new Error(name); } };
}
try {
  using first = failing('first disposal'), second = failing('second disposal');
  throw new Error('body');
} catch (error) {
  console.log(error.name, error.error.message, '/', error.suppressed.error.message, '/', error.suppressed.suppressed.message);
}

try {
  using wrong = {};
} catch (error) {
  console.log(error.name);
}
