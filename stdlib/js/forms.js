// Blob, File and FormData, and the bodies that consist of them: written by a Request or Response that is made of one, read by
// its methods blob() and formData().

import { Blob, File, blobOf, bytesOf, isBlob } from './forms/blob.js';
import { FormData, isFormData } from './forms/form_data.js';
import { parseMimeType, serializeMimeType } from './forms/mime_type.js';
import { readMultipart, writeMultipart } from './forms/multipart.js';

export const globals = { Blob, File, FormData };

// ---- for stdlib/web/forms.c

// What a body is made of: [bytes, type], the type undefined where there is none; undefined for other values (Fetch 3.2.3).
export function extract(value) {
  if (isBlob(value)) return [bytesOf(value), value.type === '' ? undefined : value.type];
  if (!isFormData(value)) return undefined;
  const { boundary, bytes } = writeMultipart(value);
  return [bytes, `multipart/form-data; boundary=${boundary}`];
}

// Of the bytes of a body, when they are there, and its Content-Type, or null (Fetch 5.3, "package data").
export async function readBlob(bytes, type) {
  const mimeType = type === null ? undefined : parseMimeType(type);
  return blobOf(await bytes, mimeType ? serializeMimeType(mimeType).toLowerCase() : '');
}

export async function readFormData(bytes, type) {
  const content = await bytes;
  const mimeType = type === null ? undefined : parseMimeType(type);
  const boundary = mimeType?.parameters.get('boundary');
  if (mimeType?.essence === 'multipart/form-data' && boundary !== undefined) return readMultipart(content, boundary);
  if (mimeType?.essence !== 'application/x-www-form-urlencoded') {
    throw new TypeError('Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".');
  }
  const data = new FormData();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(content))) data.append(name, value);
  return data;
}
