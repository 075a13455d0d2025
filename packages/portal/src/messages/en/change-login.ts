/** Texts of the dialog that asks for a new login, and of the page that confirms the new login. */
export const changeLogin = {
  title: 'Login/Email',
  lead: (login: string) => `You sign in as ${login}.`,
  open: 'Change login',
  dialogOwn: 'Change your login',
  dialog: (name: string) => `Change the login of ${name}`,
  steps:
    'We send a link to the new address. The login changes when the link is used, and all sessions end. The old address gets a notice.',
  login: 'New Login/Email',
  password: 'Your password',
  submit: 'Send link',
  failed: 'The login was not changed',
  done: (login: string) => `If ${login} can be used, a link was sent to it.`,

  confirmTitle: 'Confirm new login',
  confirmLead: 'Press the button to make this address the login of your account. All sessions of the account end.',
  confirm: 'Confirm new login',
  confirmFailed: 'The login was not changed',
  ended: 'This link no longer works',
  endedNext:
    'It has already been used, has expired or is incomplete, or the address has an account now. Sign in with your old login and ask for the change again.',
  askAgain: 'Sign in with your old login and ask for the change again.',
  toSignIn: 'Sign in',
} as const;
