export default {
  fetch() {
    return new Response('Hello, world!\n', { headers: { 'content-type': 'text/plain' } });
  },
};
