let signal;
const aborted = [];
const stream = new WritableStream({
  start(controller) { signal = controller.signal; },
  abort(reason) { aborted.push(['sink', reason, signal.aborted]); },
});
signal.addEventListener('abort', () => aborted.push(['signal', signal.reason]));
console.log(signal.aborted, signal instanceof AbortSignal);
const writer = stream.getWriter();
writer.closed.catch((reason) => console.log('closed', reason));
writer.abort('enough').then(() => console.log(JSON.stringify(aborted)));

// pipeTo ends when its signal says so
const controller = new AbortController();
const endless = new ReadableStream({ pull(c) { c.enqueue('x'); }, cancel(reason) { console.log('cancelled', reason); } });
let count = 0;
endless.pipeTo(new WritableStream({ write() { if (++count === 3) controller.abort('three'); } }), { signal: controller.signal })
  .catch((reason) => console.log('pipe', reason, count));
