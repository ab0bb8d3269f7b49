// The JSON handler written for node's http module itself: what a node user would deploy.
import http from 'node:http';

http.createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { items } = JSON.parse(Buffer.concat(chunks).toString());
    let total = 0;
    const byKind = {};
    for (const { kind, price, count } of items) {
      total += price * count;
      byKind[kind] = (byKind[kind] ?? 0) + count;
    }
    const text = JSON.stringify({ total, byKind, lines: items.length });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    response.end(text);
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
