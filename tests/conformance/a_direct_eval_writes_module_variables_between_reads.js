let x = 1;
function f(text) {
    let a = x;
    eval(text);
    for (let i = 0; i < 2; i++) { a += x; eval(text); }
    return a + ':' + x;
}
console.log(f('x = x + 2'), f('x *= 3'));
