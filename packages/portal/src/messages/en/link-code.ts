/** Texts of the form for the code that replaces the link of an e-mail. */
export const linkCode = {
  lead: 'The link was incomplete. The e-mail also has a code, which does the same as the link.',
  title: 'Enter the code of the e-mail',
  email: 'E-mail',
  emailHint: 'The address to which the e-mail was sent.',
  code: 'Code',
  codeHint: '8 letters and digits, for example K7QF-2M9X.',
  submit: 'Continue',
  failed: 'The code was not accepted',
  otherwise: 'No e-mail with a code?',
} as const;
