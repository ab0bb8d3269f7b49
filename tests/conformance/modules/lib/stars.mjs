export * from './a.mjs';
export * from './b.mjs';
export const own = 'own';
export * as nested from './counter.mjs';
