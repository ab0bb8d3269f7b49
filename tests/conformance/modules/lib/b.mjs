export const both = 2; export const b = 'b';
