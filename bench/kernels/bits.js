// Bytes and words: CRC-32 and SHA-256 over typed arrays, base64, a life board in a Uint8Array, flags.
const crcTable = new Uint32Array(256);
for (let n = 0; n < 256; n++) { let c = n; for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1; crcTable[n] = c; }
function crc32(bytes) { let c = 0xffffffff; for (let i = 0; i < bytes.length; i++) c = crcTable[(c ^ bytes[i]) & 255] ^ (c >>> 8); return (c ^ 0xffffffff) >>> 0; }
const K = new Uint32Array(64);
for (let i = 0, n = 2; i < 64; n++) { let prime = true; for (let d = 2; d * d <= n; d++) if (n % d === 0) { prime = false; break; } if (prime) K[i++] = (Math.cbrt(n) % 1) * 4294967296; }
function mix(words) {
  let a = 0x6a09e667, b = 0xbb67ae85, c = 0x3c6ef372, d = 0xa54ff53a, e = 0x510e527f, f = 0x9b05688c, g = 0x1f83d9ab, h = 0x5be0cd19;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + words[i & 15]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + t2) | 0;
  }
  return a ^ e ^ h;
}
function life(board, next, w) {
  for (let y = 1; y < w - 1; y++)
    for (let x = 1; x < w - 1; x++) {
      const i = y * w + x;
      const n = board[i - w - 1] + board[i - w] + board[i - w + 1] + board[i - 1] + board[i + 1] + board[i + w - 1] + board[i + w] + board[i + w + 1];
      next[i] = n === 3 || (n === 2 && board[i]) ? 1 : 0;
    }
}
const bytes = new Uint8Array(65536);
for (let i = 0; i < bytes.length; i++) bytes[i] = (i * 167 + (i >> 5)) & 255;
let check = 0;
for (let r = 0; r < 150; r++) { bytes[r] ^= r; check = (check + crc32(bytes)) | 0; }
const words = new Int32Array(16);
for (let r = 0; r < 150000; r++) { words[r & 15] = check; check ^= mix(words); }
let board = new Uint8Array(256 * 256), next = new Uint8Array(256 * 256);
for (let i = 0; i < board.length; i++) board[i] = (i * 7 + (i >> 3)) % 3 === 0 ? 1 : 0;
for (let r = 0; r < 60; r++) { life(board, next, 256); [board, next] = [next, board]; }
console.log('bits ' + check + ' ' + board.reduce((a, b) => a + b, 0));
