/** Texts of the sign-in page and of the end of a session. */
export const session = {
  title: 'Sign in',
  login: 'Login',
  password: 'Password',
  submit: 'Sign in',
  /** What a visitor needs to know beside the form of a page, by its path. */
  introductions: {
    '/sign-in': {
      title: 'Get a licence in three steps',
      steps: [
        'In Basics, open Licence and copy the verification code.',
        'Paste it here and check the licence before it is issued.',
        'Install the licence code or the licence file in Basics.',
      ],
    },
    '/register': {
      title: 'Your account in four steps',
      steps: [
        'Tell us who you are. Have your work e-mail address at hand.',
        'Open the link in our e-mail, so that we know the address is yours.',
        'The team for your country decides on your request.',
        'Set your password with the link in our answer.',
      ],
    },
    '/register/confirm': { title: 'We answer by e-mail', steps: [] },
    '/login/confirm': { title: 'Then sign in with your new login', steps: [] },
    '/password/forgot': { title: 'We send a link, never a password', steps: [] },
    '/password/reset': { title: 'Only the newest link works, and only once', steps: [] },
    '/activation': { title: 'Only the newest link works, and only once', steps: [] },
    '/not-found': { title: 'Wrong address?', steps: [] },
  },
  demoTitle: 'This is a demo',
  demoSecond: (profile: string) => `${profile} 2`,
  demoMail: 'This is a demo, so no e-mail is sent. To read the e-mails, sign in as administrator and open the outbox.',
  demoLead: 'Choose an account to fill in the login and password.',
  forgot: 'Forgot your password?',
  noAccount: 'No account yet?',
  register: 'Request one',
  byWorkAccount: 'Sign in with your work account',
  byPasskey: 'Sign in with a passkey',
  withPasskey: 'Use a passkey',
  passkeysWorkAt: 'To use a passkey, sign in at',
  passkeyNotUsed: 'The passkey was not used. Try again, or sign in another way.',
  notes: {
    passwordSet: 'Your password is set. You can sign in now.',
    loginChanged: 'Your login is changed. Sign in with the new login.',
    connectWorkAccount:
      'Sign in once with your portal password to connect your work account, or ask an administrator to confirm it within 10 minutes.',
  },

  authorizationError: 'Authorization error',
  expired: 'Your session has ended. Sign in again to continue where you left off.',
  endedByServer:
    'Your session was ended on another device, or because your password, login or profile was changed. Sign in to continue where you left off.',
  viewEnded: 'The view as another user has ended.',
  signedOutElsewhere: 'You were signed out in another tab.',
  nowSignedInAs: (login: string) => `You are now signed in as ${login}.`,
  signOutUnheard:
    'You are signed out on this device. The portal could not be reached, so your session there will end automatically.',
} as const;
