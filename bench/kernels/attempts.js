// try, catch and finally in loops: mostly nothing is thrown; sometimes deep inside.
class Refused extends Error { constructor(code) { super('refused'); this.code = code; } }
function deep(n, i) { if (n === 0) { if (i % 50 === 0) throw new Refused(i); return i; } return deep(n - 1, i) + 1; }
let caught = 0, done = 0, cleaned = 0;
for (let i = 1; i < 1200000; i++) {
  try {
    const v = deep(4, i);
    done = (done + v) | 0;
    if (v % 3 === 0) continue;
    done ^= 1;
  } catch (e) {
    caught += e instanceof Refused ? e.code & 7 : 100;
  } finally { cleaned++; }
}
function parse(text) { try { return JSON.parse(text); } catch { return null; } }
for (let i = 0; i < 60000; i++) done = (done + (parse(i % 10 === 0 ? '{bad' : '[1,2,' + i + ']')?.[2] ?? 1)) | 0;
console.log('attempts ' + caught + ' ' + done + ' ' + cleaned);
