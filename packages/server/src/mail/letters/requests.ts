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
    'Someone, probably you, requested an account with this address. Confirm your address and we will review the request.',
    createTokenLink(letter, 'Confirm address'),
    {
      is: 'note',
      text: `The link can be used once, until ${formatMoment(letter.validUntil)}. If it was not you, ignore this e-mail and the request will be deleted.`,
    },
  ],
});

export const alreadyRegistered = (): LetterContent => ({
  subject: 'You already have an account',
  blocks: [
    'Someone, probably you, requested an account with this address. You already have an account, so nothing was changed.',
    { is: 'link', label: 'Sign in', path: '/sign-in' },
    'If you have forgotten your password, set a new one:',
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
    text: (day) => `Your request${day} is with our team. You need not do anything. We will reply by e-mail.`,
  },
  approved: {
    subject: 'Your account is ready',
    text: (day) => `Your request${day} was approved, and your account is ready. Set a password, then sign in.`,
    next: setPassword,
  },
  suspended: {
    subject: 'Your account is suspended',
    text: () =>
      'Your account is suspended, so you cannot sign in or set a password. If this is a mistake, write to us.',
  },
  rejected: {
    subject: 'Your request was not approved',
    text: (day) => `Your request${day} was not approved, so there is no account. You can send a new request.`,
    next: askAgain,
  },
  withdrawn: {
    subject: 'Your request was withdrawn',
    text: (day) => `Your request${day} was withdrawn, so there is no account. You can send a new request.`,
    next: askAgain,
  },
  expired: {
    subject: 'Your request has expired',
    text: (day) => `Your request${day} expired before we could decide on it. You can send a new request.`,
    next: askAgain,
  },
};

export function accountState({ status, asked, requestedAt }: LetterOf<'accountState'>): LetterContent {
  const { subject, text, next } = accountStates[status];
  return {
    subject,
    blocks: [
      asked === 'account'
        ? 'Someone, probably you, requested an account with this address. Nothing was changed.'
        : 'Someone, probably you, asked for a link to set a password for this address.',
      text(requestedAt === null ? '' : ` of ${formatDay(requestedAt)}`),
      ...(next ? [next] : []),
      { is: 'note', text: 'If it was not you, ignore this e-mail.' },
    ],
  };
}

export const newRequest = ({ requestId, applicant, country, tool, reason }: LetterOf<'newRequest'>): LetterContent => ({
  subject: `New request: ${[applicant.name, applicant.company].map(toPlainLine).filter(Boolean).join(', ')}`,
  blocks: [
    'Someone has requested an account. Please approve or reject the request.',
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

export const requestApproved = (letter: LetterOf<'requestApproved'>): LetterContent => ({
  subject: 'Your request was approved',
  blocks: [
    'Your request was approved. Set a password to start using your account.',
    createTokenLink(letter, 'Set my password'),
    { is: 'note', text: createLinkNote(letter.validUntil) },
  ],
});

export const requestRejected = ({ reason }: LetterOf<'requestRejected'>): LetterContent => ({
  subject: 'About your request for an account',
  blocks: [
    'We reviewed your request and cannot give you an account. The reason is:',
    { is: 'quote', text: toPlainLines(reason) },
    'If you have questions, write to us at the address below.',
  ],
});

export const requestExpired = (): LetterContent => ({
  subject: 'Your request has expired',
  blocks: [
    'We are sorry. Your request for an account expired before we could decide on it.',
    'If you still need an account, please send a new request.',
    { is: 'link', label: 'Request an account', path: '/register' },
  ],
});

export const accountCreated = (letter: LetterOf<'accountCreated'>): LetterContent => ({
  subject: 'Your account is ready',
  blocks: [
    'An account was created for you. Set a password, then sign in with this e-mail address.',
    createTokenLink(letter, 'Set my password'),
    { is: 'note', text: createLinkNote(letter.validUntil) },
  ],
});

export const invitationAgain = (letter: LetterOf<'invitationAgain'>): LetterContent => ({
  subject: 'A new link to set your password',
  blocks: [
    'Here is a new link to set the password of your account. Older links no longer work.',
    createTokenLink(letter, 'Set my password'),
    { is: 'note', text: createLinkNote(letter.validUntil) },
  ],
});

const createLinkNote = (validUntil: number): string =>
  `The link can be used once, until ${formatMoment(validUntil)}. If it has expired, ask your salesman for a new one.`;
