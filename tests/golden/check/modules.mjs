// @command check
import { a, a as b, c as a } from 'node:x';
export { missing };
export { b, b };
export default 1;
export default 2;
