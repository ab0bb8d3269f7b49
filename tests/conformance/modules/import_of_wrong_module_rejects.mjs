// What is wrong with a module that only import() reaches is the error of that import, not of the build.
for (const load of [() => import('./fixtures/early_error.mjs'), () => import('./fixtures/no_such_export.mjs')])
  await load().then(() => console.log('loaded'), (error) => console.log(error instanceof SyntaxError));
console.log((await import('./fixtures/fine.mjs')).name);
