// The hello handler written for node's http module itself: what a node user would deploy.
import http from 'node:http';

http.createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 14 });
  response.end('Hello, world!\n');
}).listen(Number(process.argv[2]), '127.0.0.1');
