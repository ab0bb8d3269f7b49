// Deep chains of properties, optional ones, absent ones, and keys that are computed.
const config = { server: { http: { limits: { body: { bytes: 100 }, header: { bytes: 10 } }, name: 'a' } }, flags: {} };
const kinds = ['body', 'header', 'trailer'], table = { alpha: 1, beta: 2, gamma: 3, delta: 4 }, names = Object.keys(table);
function walk(c, i) {
  let sum = c.server.http.limits.body.bytes + c.server.http.limits.header.bytes;
  sum += c.server?.tls?.limits?.bytes ?? 3;
  sum += c.server.http.limits[kinds[i % 3]]?.bytes ?? 1;
  if (c.flags.verbose === undefined) sum += 1;
  if (c.missing || c.server.absent) sum += 100;
  c.server.http.limits.body.bytes = sum & 127;
  return sum;
}
let total = 0;
for (let i = 0; i < 4000000; i++) total = (total + walk(config, i)) | 0;
for (let i = 0; i < 4000000; i++) { const key = names[i & 3]; table[key] += i & 7; total = (total + table[key]) | 0; }
const counts = {};
for (let i = 0; i < 1500000; i++) { const key = 'k' + (i * 7 % 300); counts[key] = (counts[key] || 0) + 1; }
for (const key in counts) total = (total + counts[key] + key.length) | 0;
console.log('properties ' + total);
