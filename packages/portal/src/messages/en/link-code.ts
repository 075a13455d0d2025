/** Texts of the form for the code that replaces the link of an e-mail. */
export const linkCode = {
  lead: 'Your link did not work. The code in the same e-mail does.',
  title: 'Enter your code',
  email: 'E-mail',
  emailHint: 'The address to which the e-mail was sent.',
  code: 'Code',
  codeHint: '8 letters and digits, for example K7QF-2M9X.',
  submit: 'Continue',
  failed: 'The code was not accepted',
  otherwise: 'No e-mail with a code?',
} as const;
