/** What the sign-in page and the end of a session say. */
export const session = {
  title: 'Sign in',
  lead: 'Use the login that you were given for the portal.',
  login: 'Login',
  password: 'Password',
  submit: 'Sign in',
  howTitle: 'Your licence, in three steps',
  how: [
    'In Basics, open Licence and copy the verification code.',
    'Paste it here. You see what you get before anything is issued.',
    'Copy the licence code back, or take it along as a file.',
  ],
  demoTitle: 'This is a demo',
  demoLead: 'Pick an account: both fields are filled in for you.',
  forgot: 'Forgot your password?',
  noAccount: 'No account yet?',
  register: 'Ask for one',
  byPasskey: 'Sign in with a passkey',
  withPasskey: 'Use a passkey',
  passkeyNotUsed: 'No passkey was used. Try again, or sign in another way.',
  notes: { passwordSet: 'Your password is set. Sign in with it.' },

  authorizationError: 'Authorization error',
  expired: 'Your session has ended. Sign in again to go on where you were.',
  signedOutElsewhere: 'You were signed out in another tab.',
  signOutUnheard: 'You are signed out here. The portal could not be told; your session there ends by itself.',
} as const;
