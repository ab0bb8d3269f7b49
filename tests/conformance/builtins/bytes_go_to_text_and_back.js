const bytes = new Uint8Array([251, 255, 0, 16, 7]);
console.log(bytes.toBase64(), bytes.toBase64({ alphabet: 'base64url', omitPadding: true }), bytes.toHex());
console.log(Uint8Array.fromBase64(' +/8A\nEAc='), Uint8Array.fromBase64('-_8AEAc', { alphabet: 'base64url' }), Uint8Array.fromHex('fBfF00'));
const target = new Uint8Array(4);
console.log(target.setFromBase64('AQIDBAUG'), target, target.setFromHex('0a0b'), target);
console.log(target.setFromBase64('AQIDBAU', { lastChunkHandling: 'stop-before-partial' }), Uint8Array.fromBase64('QUI', { lastChunkHandling: 'loose' }));
for (const bad of [() => Uint8Array.fromBase64('QUI', { lastChunkHandling: 'strict' }), () => Uint8Array.fromBase64('QQ=A'),
  () => Uint8Array.fromHex('abc'), () => Uint8Array.fromBase64(5), () => bytes.toBase64({ alphabet: 'none' }), () => target.setFromHex('07zz')])
  try {
    console.log(bad());
  } catch (error) {
    console.log(error.name);
  }
console.log(target);
