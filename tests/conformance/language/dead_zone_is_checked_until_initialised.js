// Reading or writing a lexical binding before its initialisation throws a ReferenceError, also through closures.
const attempt = (f) => {
    try {
        return f();
    } catch (error) {
        return `${error.name}: ${error.message}`;
    }
};
console.log(attempt(() => { early; let early = 1; }));
console.log(attempt(() => { early = 2; let early = 1; }));
console.log(attempt(() => { typeof early; let early = 1; }));
console.log(attempt(() => { const f = () => late; f(); const late = 1; }));
console.log(attempt(() => { const f = () => late; const late = 7; return f(); }));
console.log(attempt(() => { let x = x; }));
console.log(attempt(() => ((a = b, b) => a)(undefined, 1)));
console.log(attempt(() => { switch (1) { case 0: let s; case 1: s = 1; } }));
console.log(attempt(() => { for (const x of [x]) void x; }));
console.log(attempt(() => { class C extends C {} }));
console.log(attempt(() => typeof notDeclaredAnywhere));
console.log(attempt(() => notDeclaredAnywhere));
