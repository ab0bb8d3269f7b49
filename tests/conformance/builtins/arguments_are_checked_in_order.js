const view = new DataView(new ArrayBuffer(1));
for (const bad of [Symbol('s'), -1, Infinity, { valueOf() { throw new EvalError('own'); } }])
  for (const call of [() => view.getInt8(bad), () => view.setInt8(bad, 1)])
    try {
      call();
    } catch (error) {
      console.log(error.name);
    }
for (const limit of [2 ** 53, Infinity])
  try {
    console.log([].values().take(limit).next().done);
  } catch (error) {
    console.log(error.name);
  }
