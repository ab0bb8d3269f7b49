// Blob, File, FormData and the bodies made of them (File API; XMLHttpRequest Standard 5; Fetch 5.3).
const show = (...values) => console.log(...values.map((it) => JSON.stringify(it)));
const attempt = async (work) => {
  try { show(await work()); } catch (error) { show(error.name); }
};
const latin1 = (bytes) => String.fromCharCode(...new Uint8Array(bytes));
const post = (type, body) => new Request('http://h/', { method: 'POST', headers: type === null ? {} : { 'content-type': type }, body });
const entries = async (data) => {
  const list = [];
  for (const [name, value] of data) list.push([name, typeof value === 'string' ? value : [value.name, value.type, value.size, await value.text()]]);
  return list;
};

// ---- blobs
const blob = new Blob(['aé', new Uint8Array([98, 255]), new Uint16Array([1]).buffer, new DataView(new ArrayBuffer(3), 1), new Blob(['c']), 5, null], { type: 'Text/X; A=B' });
show(blob.size, blob.type, latin1(await blob.arrayBuffer()), await blob.text(), String(blob));
for (const range of [[], [1], [-3], [2, -2], [5, 2], [0, 100], [NaN, 2.7], ['1', null]]) show(latin1(await blob.slice(...range).arrayBuffer()));
show(blob.slice(0, 1, 'A/B').type, blob.slice().type, new Blob([], { type: 'é' }).type, new Blob().size);
show(await new Blob(['a\r\nb\rc\nd'], { endings: 'native' }).text(), await new Blob(['\ud800']).text());
await attempt(() => new Blob('text'));
await attempt(() => new Blob([], { endings: 'other' }));
await attempt(() => Blob([]));
await attempt(() => Object.getOwnPropertyDescriptor(Blob.prototype, 'size').get.call({}));
await attempt(async () => {
  const chunks = [];
  for await (const chunk of new Blob(['xy', 'z']).stream()) chunks.push(...chunk);
  return chunks;
});
const buffer = new Uint8Array([1, 2]);
const copy = new Blob([buffer]);
buffer[0] = 9;
show([...new Uint8Array(await copy.arrayBuffer())]);

const file = new File(['abc'], 'n\ud800.txt', { type: 'text/plain', lastModified: 5.9 });
show(file.name, file.type, file.size, file.lastModified, file instanceof Blob, String(file), file.slice(1) instanceof File);
await attempt(() => new File(['a']));
show(Math.abs(new File([], 'x').lastModified - Date.now()) < 5000);

// ---- form data
const data = new FormData();
data.append('a', 1);
data.append('b', blob);
data.append('a', file);
data.append('a', file, 'other.txt');
data.append('ü', undefined);
show(data.get('a'), data.getAll('a').length, data.has('zz'), data.get('zz'), data.getAll('zz'), data.get('b').name, data.getAll('a')[2].name, data.getAll('a')[1] === file);
data.set('a', 'first');
data.set('new', 'last');
show(await entries(data), [...data.keys()], [...data.values()].length);
data.delete('b');
data.forEach((value, name, all) => show(name, value, all === data));
const iterator = data.entries();
show(iterator.next(), Object.prototype.toString.call(iterator), iterator[Symbol.iterator]() === iterator, typeof iterator.return);
data.append('late', '!');
show([...iterator].length, iterator.next(), String(data), FormData.prototype.entries === FormData.prototype[Symbol.iterator]);
await attempt(() => data.append('x'));
await attempt(() => FormData.prototype.get.call({}, 'x'));
await attempt(() => new FormData('form'));

// ---- bodies
const made = new Response(blob);
show(made.headers.get('content-type'), latin1(await made.arrayBuffer()));
show(new Response(new Blob(['x'])).headers.get('content-type'), new Response(blob, { headers: { 'content-type': 'a/b' } }).headers.get('content-type'));
const upload = new FormData();
upload.append('line\nbreak"', 'a\nb\rc\r\nd');
upload.append('file', new File(['\r\n--not a boundary\r\n', new Uint8Array([0, 255])], 'a"b\r\n.bin'), undefined);
upload.append('typed', new Blob(['{}'], { type: 'application/json' }), 'x.json');
const sent = post(null, upload);
const [, boundary] = /^multipart\/form-data; boundary=(.+)$/.exec(sent.headers.get('content-type'));
show(latin1(await sent.clone().arrayBuffer()).replaceAll(boundary, 'BOUNDARY'));
show(await entries(await sent.formData()), sent.bodyUsed);
await attempt(() => sent.formData());

show(await entries(await post('application/x-www-form-urlencoded; charset=utf-8', 'a=1&b=%C3%A9+x&a=2&=&c').formData()));
show(await entries(await new Response(new URLSearchParams({ q: 'ü' })).formData()));
const part = (head, content) => `--X\r\n${head}\r\n\r\n${content}\r\n`;
const name = 'Content-Disposition: form-data; name="n"';
for (const [type, text] of [
  ['multipart/form-data; boundary=X', `${part(name, 'v')}--X--\r\n`],
  ['Multipart/Form-Data; x=y; boundary="X"', `${part(name, 'v')}--X--`],
  ['multipart/form-data; boundary=X', '--X--\r\n'],
  ['multipart/form-data; boundary=X', `${part(`${name}; filename="f"\r\ncontent-type: text/html`, '<p>')}${part(name, 'é')}--X--`],
  ['multipart/form-data; boundary=X', `${part('content-disposition: FORM-DATA; name="a%22b"; filename=""', '')}--X--`],
  ['multipart/form-data; boundary=X', `${part('Content-Type: text/plain', 'nameless')}--X--`],
  ['multipart/form-data; boundary=X', part(name, 'no end')],
  ['multipart/form-data; boundary=X', 'something else'],
  ['multipart/form-data', `${part(name, 'v')}--X--`],
  ['multipart/form-data; boundary=Y', `${part(name, 'v')}--X--`],
  ['text/plain', 'a=1'],
  ['nonsense', 'a=1'],
  [null, new Uint8Array([97])],
]) await attempt(async () => entries(await post(type, text).formData()));

for (const type of ['Text/Plain;Charset=UTF-8', 'a/b;c="d e";c=f', ' a/b ; x=y ', 'a/b;;x="', 'nonsense', 'a b/c', '']) {
  const read = await new Response('abc', { headers: { 'content-type': type } }).blob();
  show(read.type, read.size);
}
const plain = await new Response(new Uint8Array([1, 2])).blob();
show(plain.type, plain.size);
await attempt(() => Response.prototype.blob.call({}));
