/** Those of the validation messages that the sign-in page needs, which waits for no other. */
export const firstWords = {
  login: 'Login is required.',
  password: 'Password is required.',
  tooLong: 'This is too long.',
} as const;
