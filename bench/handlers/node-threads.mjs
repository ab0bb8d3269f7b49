// The do-it-yourself answer on node: light requests on the main thread, heavy ones on two worker threads.
//   node node-threads.mjs HANDLER PORT
import http from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const file = isMainThread ? process.argv[2] : workerData;
const { default: handler } = await import(pathToFileURL(path.resolve(file)).href);
const answer = async (url) => (await handler.fetch(new Request(url))).text();

if (isMainThread) {
  const waiting = new Map();
  let last = 0;
  const workers = [0, 1].map(() => {
    const worker = new Worker(new URL(import.meta.url), { workerData: file });
    worker.on('message', ({ id, text }) => { waiting.get(id)(text); waiting.delete(id); });
    return worker;
  });
  http.createServer(async (request, response) => {
    const url = `http://${request.headers.host}${request.url}`;
    const text = request.url.startsWith('/light') ? await answer(url) : await new Promise((resolve) => {
      waiting.set(++last, resolve);
      workers[last % 2].postMessage({ id: last, url });
    });
    response.writeHead(200, { 'content-length': Buffer.byteLength(text) });
    response.end(text);
  }).listen(Number(process.argv[3]), '127.0.0.1');
} else {
  parentPort.on('message', async ({ id, url }) => parentPort.postMessage({ id, text: await answer(url) }));
}
