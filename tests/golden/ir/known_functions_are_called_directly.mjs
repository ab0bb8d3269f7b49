// @command build -O0 --emit=ir
import { add } from './fixtures/add.mjs';
const twice = (x) => add(x, x);
export const four = twice(2);
