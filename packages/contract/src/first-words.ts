/** Those of the validation messages that the sign-in page needs, which waits for no other. */
export const firstWords = {
  login: 'Login is required.',
  password: 'Password is required.',
} as const;

/** Of a text of more characters than it may have. */
export const tooLong = (most: number): string => `Enter at most ${most.toLocaleString('en-GB')} characters.`;
