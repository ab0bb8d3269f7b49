// multipart/form-data: writing (HTML Standard, 4.10.21.8) and reading (Fetch Standard, 5.3 "package data"; RFC 7578).

import { File, blobOf, bytesOf, isBlob, joined } from './blob.js';
import { FormData, entriesOf } from './form_data.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const CR = 13, LF = 10, DASH = 45;

// ---- writing

const crlf = (text) => text.replace(/\r\n?|\n/g, '\r\n');
const escaped = (name) => name.replace(/[\n\r"]/g, (c) => (c === '"' ? '%22' : c === '\n' ? '%0A' : '%0D'));

// { boundary, bytes } of the entries.
export function writeMultipart(data) {
  const boundary = `----formdata-${crypto.randomUUID()}`;
  const pieces = [];
  for (const { name, value } of entriesOf(data)) {
    let head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(crlf(name))}"`;
    if (isBlob(value)) {
      head += `; filename="${escaped(value.name)}"\r\nContent-Type: ${value.type || 'application/octet-stream'}\r\n\r\n`;
      pieces.push(encoder.encode(head), bytesOf(value), encoder.encode('\r\n'));
    } else {
      pieces.push(encoder.encode(`${head}\r\n\r\n${crlf(value)}\r\n`));
    }
  }
  pieces.push(encoder.encode(`--${boundary}--\r\n`));
  return { boundary, bytes: joined(pieces) };
}

// ---- reading

const broken = () => new TypeError('Failed to parse the content as multipart/form-data');

// Where `wanted` begins in the bytes, from `at` on; -1 when it does not.
function find(bytes, wanted, at) {
  for (let i = bytes.indexOf(wanted[0], at); i >= 0; i = bytes.indexOf(wanted[0], i + 1)) {
    let n = 1;
    while (n < wanted.length && bytes[i + n] === wanted[n]) n++;
    if (n === wanted.length) return i;
  }
  return -1;
}

const isLineEnd = (bytes, at) => bytes[at] === CR && bytes[at + 1] === LF;

// The value of a parameter of Content-Disposition: a quoted string in which only these three escapes stand.
function quotedParameter(line, name) {
  const match = new RegExp(`;[ \\t]*${name}="([^"]*)"`, 'i').exec(line);
  return match?.[1].replace(/%0A/gi, '\n').replace(/%0D/gi, '\r').replace(/%22/g, '"');
}

// The header lines from `at` on: { name, filename, type, at: behind the empty line }.
function readPartHeader(bytes, at) {
  const part = { name: undefined, filename: undefined, type: undefined, at: 0 };
  for (;;) {
    if (isLineEnd(bytes, at)) {
      if (part.name === undefined) throw broken();
      part.at = at + 2;
      return part;
    }
    const end = find(bytes, [CR, LF], at);
    if (end < 0) throw broken();
    const line = decoder.decode(bytes.subarray(at, end));
    const [, field, value] = /^([^:]+):[ \t]*(.*)$/s.exec(line) ?? [];
    if (field === undefined) throw broken();
    if (/^content-disposition$/i.test(field)) {
      if (!/^form-data[ \t]*;/i.test(value)) throw broken();
      part.name = quotedParameter(value, 'name');
      part.filename = quotedParameter(value, 'filename');
    } else if (/^content-type$/i.test(field)) {
      part.type = value.trimEnd();
    }
    at = end + 2;
  }
}

export function readMultipart(bytes, boundary) {
  const data = new FormData();
  const delimiter = encoder.encode(`--${boundary}`);
  const separator = encoder.encode(`\r\n--${boundary}`);
  if (find(bytes.subarray(0, delimiter.length), delimiter, 0) !== 0) throw broken();
  let at = delimiter.length;
  while (!(bytes[at] === DASH && bytes[at + 1] === DASH)) {
    if (!isLineEnd(bytes, at)) throw broken();
    const part = readPartHeader(bytes, at + 2);
    const end = find(bytes, separator, part.at);
    if (end < 0) throw broken();
    const content = bytes.subarray(part.at, end);
    if (part.filename === undefined) data.append(part.name, decoder.decode(content));
    else data.append(part.name, new File([blobOf(content, '')], part.filename, { type: part.type ?? 'text/plain' }));
    at = end + separator.length;
  }
  return data;
}
