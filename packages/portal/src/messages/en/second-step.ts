/** Texts of the second step of signing in, after the password. */
export const secondStep = {
  title: 'Two-step sign-in',
  leads: {
    app: 'Confirm that it is you.',
    recovery: 'Each recovery code works once.',
    passkey: 'Confirm that it is you with a passkey on this or another device.',
  },
  fields: { app: 'Code', recovery: 'Recovery code' },
  hints: {
    app: 'Enter the six digits from your authenticator app. The sixth digit signs you in.',
    recovery: 'Enter one of the codes that you saved when you turned on two-step sign-in.',
  },
  byApp: 'Use authenticator app',
  byRecovery: 'Use recovery code',
  startOver: 'Sign in with another account',
  submit: 'Sign in',
} as const;
