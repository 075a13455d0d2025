/** What is said after the password, where it is not enough. */
export const secondStep = {
  title: 'Second step',
  leads: {
    app: 'Your password is right. Now show that it is you.',
    recovery: 'Each recovery code works once.',
    passkey: 'Your password is right. Confirm with the passkey of this or another device.',
  },
  fields: { app: 'Code', recovery: 'Recovery code' },
  hints: {
    app: 'The six digits that your authenticator app shows now.',
    recovery: 'One of the codes that you kept when you turned two-step sign-in on.',
  },
  byApp: 'Use the authenticator app',
  byRecovery: 'Use a recovery code',
  startOver: 'Sign in with another account',
  submit: 'Sign in',
} as const;
