import { fromA, later, early } from '../cycles_see_hoisted_functions.mjs';
import * as a from '../cycles_see_hoisted_functions.mjs';
const attempt = (f) => { try { return f(); } catch (e) { return e.name + ': ' + e.message; } };
export const fromB = [attempt(() => fromA()), attempt(() => later), String(early), attempt(() => a.later), typeof a.fromA].join('|');
export function useLate() { return later + early; }
