// Says what a form consists of; answers with a Blob where there is none.
export default {
  async fetch(request) {
    if (request.method === 'GET') return new Response(new Blob(['a ', 'blob'], { type: 'text/x' }));
    const parts = [];
    for (const [name, value] of await request.formData()) {
      const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : await value.bytes();
      parts.push([name, value.name ?? null, value.type ?? null, bytes.reduce((sum, byte) => (sum * 31 + byte) | 0, bytes.length)]);
    }
    return Response.json(parts);
  },
};
