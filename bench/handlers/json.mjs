// Parses a body of records, folds it, answers JSON.
export default {
  async fetch(request) {
    if (request.method !== 'POST') return new Response('POST a list of items\n', { status: 405 });
    const { items } = await request.json();
    let total = 0;
    const byKind = {};
    for (const { kind, price, count } of items) {
      total += price * count;
      byKind[kind] = (byKind[kind] ?? 0) + count;
    }
    return Response.json({ total, byKind, lines: items.length });
  },
};
