import { createTokenLink, type LetterContent, type LetterOf } from '../letter.ts';
import { formatMoment } from '#server/platform/texts/formats.ts';

export const confirmLogin = (letter: LetterOf<'confirmLogin'>): LetterContent => ({
  subject: 'Confirm your new login',
  blocks: [
    'This address is to become the login of your account. Confirm it to make the change.',
    createTokenLink(letter, 'Confirm new login'),
    {
      is: 'note',
      text: `The link can be used once, until ${formatMoment(letter.validUntil)}. Until then you sign in with the old login. If you did not expect this, ignore this e-mail.`,
    },
  ],
});

export const loginInUse = (): LetterContent => ({
  subject: 'Your address was entered for another account',
  blocks: [
    'Someone, probably you, wanted to use this address as the login of another account. You already have an account with it, so nothing was changed.',
    { is: 'link', label: 'Sign in', path: '/sign-in' },
    { is: 'note', text: 'If it was not you, ignore this e-mail.' },
  ],
});

export const loginChangeAsked = ({ at }: LetterOf<'loginChangeAsked'>): LetterContent => ({
  subject: 'A new login was requested for your account',
  blocks: [
    `On ${formatMoment(at)} someone asked to change the login of your account to another address. It changes when that address is confirmed.`,
    'If you did not expect this, set a new password immediately, which cancels the change, and write to us.',
    { is: 'link', label: 'Set a new password', path: '/password/forgot' },
  ],
});

export const loginChanged = ({ at }: LetterOf<'loginChanged'>): LetterContent => ({
  subject: 'The login of your account was changed',
  blocks: [
    `On ${formatMoment(at)} the login of your account was changed to another address. You can no longer sign in with this address. All sessions have ended.`,
    'If you did not expect this, write to us immediately.',
  ],
});
