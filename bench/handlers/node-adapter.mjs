// Serves a web-standard handler by node's http module, the plain way: node node-adapter.mjs HANDLER PORT
import http from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [file, port] = process.argv.slice(2);
const { default: handler } = await import(pathToFileURL(path.resolve(file)).href);

http.createServer(async (incoming, outgoing) => {
  try {
    const init = { method: incoming.method, headers: incoming.headers };
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') {
      const chunks = [];
      for await (const chunk of incoming) chunks.push(chunk);
      init.body = Buffer.concat(chunks);
    }
    const response = await handler.fetch(new Request(`http://${incoming.headers.host}${incoming.url}`, init), {}, { waitUntil() {} });
    const body = Buffer.from(await response.arrayBuffer());
    outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), 'content-length': body.length });
    outgoing.end(body);
  } catch {
    outgoing.writeHead(500).end();
  }
}).listen(Number(port), '127.0.0.1');
