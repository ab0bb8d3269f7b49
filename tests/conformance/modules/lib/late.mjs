export const value = 'late';
