// Light requests beside heavy ones of several kinds: /light, /heavy?kind=loop|sort|regexp|json&n=N. N says how heavy.
const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];

function light() {
  const parts = [];
  for (let i = 0; i < 12; i++) parts.push(words[i % words.length] + i);
  return parts.join(',');
}

const kinds = {
  loop(n) {
    let x = 1, sum = 0;
    for (let i = 0; i < n * 1000; i++) {
      x = (Math.imul(x, 1103515245) + 12345) & 0x7fffffff;
      sum = (sum + (x % 17)) | 0;
    }
    return sum;
  },
  sort(n) {
    const values = [];
    let x = 1;
    for (let i = 0; i < n * 10; i++) {
      x = (Math.imul(x, 1103515245) + 12345) & 0x7fffffff;
      values.push(x);
    }
    values.sort((a, b) => a - b);
    return values[values.length >> 1];
  },
  regexp(n) {
    return 'ab'.repeat(n * 20).replace(/(a|b)(?=a)/g, '$1-').length;
  },
  json(n) {
    const text = '[' + '{"id":1,"name":"item","tags":["a","b"],"price":12.5},'.repeat(n * 5).slice(0, -1) + ']';
    return JSON.parse(text).length;
  },
};

export default {
  fetch(request) {
    const url = new URL(request.url);
    if (url.pathname === '/light') return new Response(light());
    const work = kinds[url.searchParams.get('kind') ?? 'loop'];
    return new Response(String(work(Number(url.searchParams.get('n') ?? 1000))));
  },
};
