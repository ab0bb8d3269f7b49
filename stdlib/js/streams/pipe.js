// ReadableStreamPipeTo (4.9).

import { handled, resolved } from './base.js';
import { ReaderState } from './readable_state.js';
import { WriterState } from './writable_state.js';

export async function pipe(source, destination, options) {
  const { preventClose, preventAbort, preventCancel, signal } = options ?? {};
  const reader = new ReaderState(source), writer = new WriterState(destination);
  source.isDisturbed = true;
  const finish = () => { reader.release(); writer.release(); };
  let abortWith;
  const aborted = signal ? new Promise((_, reject) => {
    abortWith = () => reject(signal.reason);
    if (signal.aborted) abortWith();
    else signal.addEventListener('abort', abortWith);
  }) : undefined;
  if (aborted) handled(aborted);
  let lastWrite = resolved(undefined);
  try {
    for (;;) {
      if (destination.state === 'errored' || destination.state === 'erroring')
        throw { isDestination: true, reason: destination.storedError };
      if (destination.state === 'closed' || destination.isCloseQueuedOrInFlight)
        throw { isDestination: true, reason: new TypeError('Invalid state: The destination is closed') };
      const ready = writer.ready.promise;
      try {
        await (aborted ? Promise.race([ready, aborted]) : ready);
      } catch (reason) {
        throw signal?.aborted ? { isSignal: true, reason } : { isDestination: true, reason };
      }
      let result;
      try {
        const next = reader.read();
        result = await (aborted ? Promise.race([next, aborted]) : next);
      } catch (reason) {
        throw signal?.aborted ? { isSignal: true, reason } : { isSource: true, reason };
      }
      if (result.done) break;
      lastWrite = handled(destination.write(result.value));
    }
    if (!preventClose) await destination.close();
    else await lastWrite;
    finish();
  } catch (why) {
    if (why?.isSource && !preventAbort) await handled(destination.abort(why.reason));
    if (why?.isDestination && !preventCancel) await handled(source.cancel(why.reason));
    if (why?.isSignal) {
      if (!preventAbort) await handled(destination.abort(why.reason));
      if (!preventCancel) await handled(source.cancel(why.reason));
    }
    finish();
    throw why?.isSource || why?.isDestination || why?.isSignal ? why.reason : why;
  } finally {
    if (signal && abortWith) signal.removeEventListener('abort', abortWith);
  }
}
