// MIME types as they stand in Content-Type (MIME Sniffing Standard, 4.4 and 4.5).

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const isPrintable = /^[\t\x20-\x7e\x80-\xff]*$/;
const space = '[\\t\\n\\r ]';
const ends = new RegExp(`^${space}+|${space}+$`, 'g');
// A parameter: its name, then a quoted string, whose end may be missing, or all until the next semicolon.
const parameter = new RegExp(`;${space}*([^;=]*)(?:=(?:"((?:[^"\\\\]|\\\\[^])*)(?:"[^;]*|\\\\?$)|([^;]*)))?`, 'y');

// { essence, parameters: Map } in lower case but for the parameters' values; undefined when the text is no MIME type.
export function parseMimeType(text) {
  const input = text.replace(ends, '');
  const [, type, subtype] = /^([^/]*)\/([^;]*)/.exec(input) ?? [];
  if (type === undefined || !token.test(type) || !token.test(subtype.trimEnd())) return undefined;
  const parameters = new Map();
  parameter.lastIndex = type.length + 1 + subtype.length;
  for (let match; (match = parameter.exec(input)); ) {
    const name = match[1].toLowerCase(), quoted = match[2];
    const value = quoted === undefined ? match[3]?.trimEnd() : quoted.replace(/\\([^])/g, '$1');
    if (!token.test(name) || value === undefined || (value === '' && quoted === undefined)) continue;
    if (isPrintable.test(value) && !parameters.has(name)) parameters.set(name, value);
  }
  return { essence: `${type}/${subtype.trimEnd()}`.toLowerCase(), parameters };
}

export function serializeMimeType({ essence, parameters }) {
  let text = essence;
  for (const [name, value] of parameters) {
    text += `;${name}=${token.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`}`;
  }
  return text;
}
