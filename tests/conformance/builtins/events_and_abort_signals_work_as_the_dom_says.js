// Listeners: order, once, removal while dispatching, objects, exceptions that are reported and do not stop the others.
const target = new EventTarget();
const log = [];
target.addEventListener('ping', function (event) { log.push(['first', this === target, event.target === target, event.eventPhase]); });
target.addEventListener('ping', { handleEvent(event) { log.push(['object', event.type]); } });
target.addEventListener('ping', () => log.push('once'), { once: true });
const removed = () => log.push('removed');
target.addEventListener('ping', () => target.removeEventListener('ping', removed));
target.addEventListener('ping', removed);
const twice = () => log.push('twice');
target.addEventListener('ping', twice);
target.addEventListener('ping', twice);
const event = new Event('ping', { cancelable: true });
console.log(target.dispatchEvent(event), event.currentTarget, event.eventPhase, log.length);
target.dispatchEvent(new Event('ping'));
console.log(JSON.stringify(log));

const stopping = new EventTarget();
stopping.addEventListener('x', (e) => { e.preventDefault(); e.stopImmediatePropagation(); });
stopping.addEventListener('x', () => console.log('never'));
const cancelable = new Event('x', { cancelable: true });
console.log(stopping.dispatchEvent(cancelable), cancelable.defaultPrevented, stopping.dispatchEvent(new Event('x')));
try { stopping.dispatchEvent({ type: 'x' }); } catch (e) { console.log(e.name); }
console.log(new CustomEvent('c', { detail: 42 }).detail, Event.AT_TARGET, String(new Event('y')));

// Signals.
const controller = new AbortController();
const { signal } = controller;
const order = [];
signal.onabort = (e) => order.push(['onabort', e.type, e.isTrusted]);
signal.addEventListener('abort', () => order.push('listener'));
const any = AbortSignal.any([signal, new AbortController().signal]);
any.addEventListener('abort', () => order.push(['any', any.reason === signal.reason]));
const nested = AbortSignal.any([any]);
nested.addEventListener('abort', () => order.push('nested'));
const bound = new EventTarget();
bound.addEventListener('z', () => order.push('z'), { signal });
bound.dispatchEvent(new Event('z'));
console.log(signal.aborted, signal.reason, any.aborted);
controller.abort();
controller.abort('again');
bound.dispatchEvent(new Event('z'));
console.log(JSON.stringify(order), signal.aborted, nested.aborted, signal.reason.name, signal.reason instanceof DOMException);
try { signal.throwIfAborted(); } catch (e) { console.log(e === signal.reason); }
console.log(AbortSignal.abort(7).reason, AbortSignal.any([AbortSignal.abort('r')]).reason, AbortSignal.any([]).aborted);
try { new AbortSignal(); } catch (e) { console.log(e.name); }
try { AbortSignal.any([1]); } catch (e) { console.log(e.name); }
console.log(Object.prototype.toString.call(signal), signal instanceof EventTarget);

const late = AbortSignal.timeout(5);
late.addEventListener('abort', () => console.log(late.reason.name));
setTimeout(() => console.log('end', late.aborted), 30);

// A Request has a signal of its own that follows the given one.
const source = new AbortController();
const request = new Request('http://x/', { signal: source.signal });
const copy = request.clone();
console.log(request.signal === source.signal, request.signal.aborted, new Request('http://x/').signal.aborted);
source.abort('stop');
console.log(request.signal.reason, copy.signal.reason);
