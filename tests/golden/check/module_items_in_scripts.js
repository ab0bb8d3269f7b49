// @command check --script
import a from 'b';
export default 1;
if (1) { export { a }; }
import.meta;
