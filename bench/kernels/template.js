// Text templating: a template compiled to closures, rendered with escaping over lists of records.
const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text) => String(text).replace(/[&<>"]/g, (c) => escapes[c]);
function compile(template) {
  const parts = template.split(/\{\{(.*?)\}\}/);
  return parts.map((part, i) => i % 2 === 0 ? () => part : (data) => escape(data[part.trim()]));
}
const render = (parts, data) => parts.map((p) => p(data)).join('');
const row = compile('<li class="{{ kind }}"><a href="/item/{{ id }}">{{ title }}</a> by {{ author }} ({{ score }})</li>\n');
const items = [];
for (let i = 0; i < 200; i++) items.push({ id: i, kind: i % 3 ? 'even' : 'odd', title: `Title <${i}> & "more"`, author: 'user' + i % 17, score: i * 1.5 });
let length = 0;
for (let round = 0; round < 400; round++) {
  const page = `<ul>\n${items.map((item) => render(row, item)).join('')}</ul>`;
  length = (length + page.length + page.charCodeAt(round * 7)) | 0;
}
console.log('template ' + length);
