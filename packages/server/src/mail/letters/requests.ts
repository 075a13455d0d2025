import {
  facts,
  createTokenLink,
  type AccountState,
  type LetterBlock,
  type LetterContent,
  type LetterOf,
} from '../letter.ts';
import { toPlainLine, toPlainLines, formatDay, formatMoment } from '#server/platform/texts/formats.ts';

export const confirmAddress = (letter: LetterOf<'confirmAddress'>): LetterContent => ({
  subject: 'Confirm your e-mail address',
  blocks: [
    'You, or someone using your address, asked for an account. Confirm the address, and your request is on its way.',
    createTokenLink(letter, 'Confirm address'),
    {
      is: 'note',
      text: `The link works once, until ${formatMoment(letter.validUntil)}. If it was not you, ignore this e-mail. The request will be deleted.`,
    },
  ],
});

export const alreadyRegistered = (): LetterContent => ({
  subject: 'You already have an account',
  blocks: [
    'You, or someone using your address, asked for an account. Nothing was changed.',
    { is: 'link', label: 'Sign in', path: '/sign-in' },
    { is: 'link', label: 'Set a new password', path: '/password/forgot' },
    { is: 'note', text: 'If it was not you, ignore this e-mail.' },
  ],
});

const askAgain: LetterBlock = { is: 'link', label: 'Request an account', path: '/register' };
const setPassword: LetterBlock = { is: 'link', label: 'Set a password', path: '/password/forgot' };

/** What is true for each status, and what comes next. `day` is the day of the request. */
const accountStates: Record<AccountState, { subject: string; text: (day: string) => string; next?: LetterBlock }> = {
  pending: {
    subject: 'Your request is with our team',
    text: (day) => `We are looking at your request${day}, and will reply by e-mail. You need not do anything.`,
  },
  approved: {
    subject: 'Your account is ready',
    text: (day) => `Your request${day} was approved. Set a password, then sign in.`,
    next: setPassword,
  },
  suspended: {
    subject: 'Your account is suspended',
    text: () => 'You cannot sign in or set a password for now. If this is a mistake, write to us.',
  },
  rejected: {
    subject: 'Your request was not approved',
    text: (day) => `We did not approve your request${day}, so there is no account. You can send a new one.`,
    next: askAgain,
  },
  withdrawn: {
    subject: 'Your request was withdrawn',
    text: (day) => `You withdrew your request${day}, so there is no account. You can send a new one.`,
    next: askAgain,
  },
  expired: {
    subject: 'Your request has expired',
    text: (day) => `We could not decide on your request${day} in time. You can send a new one.`,
    next: askAgain,
  },
};

export function accountState({ status, asked, requestedAt }: LetterOf<'accountState'>): LetterContent {
  const { subject, text, next } = accountStates[status];
  return {
    subject,
    blocks: [
      asked === 'account'
        ? 'You, or someone using your address, asked for an account. Nothing was changed.'
        : 'You, or someone using your address, asked for a link to set a password.',
      text(requestedAt === null ? '' : ` of ${formatDay(requestedAt)}`),
      ...(next ? [next] : []),
      { is: 'note', text: 'If it was not you, ignore this e-mail.' },
    ],
  };
}

export const newRequest = ({ requestId, applicant, country, tool, reason }: LetterOf<'newRequest'>): LetterContent => ({
  subject: `New request: ${[applicant.name, applicant.company].map(toPlainLine).filter(Boolean).join(', ')}`,
  blocks: [
    facts(
      ['Name', toPlainLine(applicant.name)],
      ['E-mail', toPlainLine(applicant.login)],
      ['Company', toPlainLine(applicant.company) || 'not given'],
      ['Country', toPlainLine(country)],
      ['Tool', toPlainLine(tool)],
    ),
    { is: 'quote', text: toPlainLines(reason) },
    { is: 'link', label: 'Open the request', path: `/requests?request=${requestId}` },
  ],
});

export const requestRejected = ({ reason }: LetterOf<'requestRejected'>): LetterContent => ({
  subject: 'About your request for an account',
  blocks: [
    'We cannot give you an account. The reason is:',
    { is: 'quote', text: toPlainLines(reason) },
    'If you have questions, write to us.',
  ],
});

export const requestExpired = (): LetterContent => ({
  subject: 'Your request has expired',
  blocks: [
    'Sorry, we could not decide on it in time. If you still need an account, send a new request.',
    { is: 'link', label: 'Request an account', path: '/register' },
  ],
});
