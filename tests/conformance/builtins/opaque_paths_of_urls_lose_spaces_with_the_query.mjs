for (const f of [(u) => { u.search = ''; }, (u) => { u.hash = ''; }, (u) => { u.searchParams.delete('x'); }])
  for (const t of ['mailto:a b ?x', 'mailto:a b #x', 'mailto:a b ?x#y', 'mailto:a b  ?#']) { const u = new URL(t); f(u); console.log(JSON.stringify(u.href)); }
