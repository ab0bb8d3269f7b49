globalThis.effect = 'ran';
