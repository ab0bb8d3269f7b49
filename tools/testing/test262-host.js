// What test262's INTERPRETING.md asks of a host, as far as it can be written in JavaScript.
for (const [name, value] of Object.entries({
    print: (text) => console.log(String(text)),
    $262: {
        global: globalThis,
        gc() {},
        detachArrayBuffer: (buffer) => void buffer.transfer(),
        evalScript() { throw new Test262Error('$262.evalScript is not there'); },
        createRealm() { throw new Test262Error('$262.createRealm is not there'); },
    },
}))
    if (!(name in globalThis))
        Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
