// Building and taking apart text: concatenation, numbers, slices, splitting, joining, searching, case.
let total = 0;
for (let round = 0; round < 60; round++) {
  let text = '';
  for (let i = 0; i < 5000; i++) text += i % 7 === 0 ? `[${i}]` : String.fromCharCode(97 + i % 26) + i;
  const fields = text.split('[');
  const upper = fields.map((f) => f.trim().toUpperCase()).filter((f) => f.includes('7')).join(';');
  let reversed = '';
  for (let i = upper.length - 1; i >= 0; i -= 3) reversed += upper[i];
  for (let at = upper.indexOf('A'); at !== -1; at = upper.indexOf('A', at + 1)) total += at & 15;
  const padded = fields.slice(0, 300).map((f, i) => f.slice(0, 5).padStart(8, '.') + i.toFixed(2)).join('\n');
  total = (total + reversed.length + padded.lastIndexOf('9') + text.replaceAll('1', 'one').length) | 0;
}
console.log('strings ' + total);
