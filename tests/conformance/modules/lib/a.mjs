export const star = 'from a'; export const own = 'hidden'; export const both = 1; export default 'not exported by star';
