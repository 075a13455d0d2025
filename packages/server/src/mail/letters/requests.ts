import type { Content, LetterOf } from '../letter.ts';
import { plain, plainLines } from '../plain.ts';
import { linkWith } from './link-with.ts';
import { momentWords } from './moment-words.ts';

export const confirmAddress = (letter: LetterOf<'confirmAddress'>): Content => ({
  subject: 'Please confirm your e-mail address',
  blocks: [
    {
      is: 'text',
      text: 'Somebody, probably you, asked for an account with this address. Confirm it, and we look at the request.',
    },
    { is: 'link', label: 'Confirm my address', path: linkWith('/register/confirm', letter.token) },
    {
      is: 'note',
      text: `The link can be used once, until ${momentWords(letter.validUntil)}. If it was not you, do nothing: the request is then dropped.`,
    },
  ],
});

export const alreadyRegistered = (): Content => ({
  subject: 'You already have an account',
  blocks: [
    {
      is: 'text',
      text: 'Somebody, probably you, asked for an account with this address. There is one already, so nothing was changed.',
    },
    { is: 'link', label: 'Sign in', path: '/sign-in' },
    { is: 'text', text: 'If you do not know the password any more, set a new one:' },
    { is: 'link', label: 'Set a new password', path: '/password/forgot' },
    { is: 'note', text: 'If it was not you, you need not do anything.' },
  ],
});

export const newRequest = ({ requestId, applicant, country, tool, reason }: LetterOf<'newRequest'>): Content => ({
  subject: `New request: ${[applicant.name, applicant.company].map(plain).filter(Boolean).join(', ')}`,
  blocks: [
    { is: 'text', text: 'Somebody asks for an account and waits for your decision.' },
    {
      is: 'facts',
      rows: [
        ['Name', plain(applicant.name)],
        ['E-mail', plain(applicant.login)],
        ['Company', plain(applicant.company) || 'not given'],
        ['Country', plain(country)],
        ['Tool', plain(tool)],
      ],
    },
    { is: 'quote', text: plainLines(reason) },
    { is: 'link', label: 'Open the request', path: `/users/${requestId}/create` },
  ],
});

export const requestApproved = (letter: LetterOf<'requestApproved'>): Content => ({
  subject: 'Your request was approved',
  blocks: [
    { is: 'text', text: 'Your request was approved. Set a password, and your account is ready.' },
    { is: 'link', label: 'Set my password', path: linkWith('/activation', letter.token) },
    { is: 'note', text: linkNote(letter.validUntil) },
  ],
});

export const requestRejected = ({ reason }: LetterOf<'requestRejected'>): Content => ({
  subject: 'About your request for an account',
  blocks: [
    { is: 'text', text: 'We looked at your request and cannot give you an account. The reason:' },
    { is: 'quote', text: plainLines(reason) },
    { is: 'text', text: 'If this can be cleared up, please write to us at the address below.' },
  ],
});

export const requestExpired = (): Content => ({
  subject: 'Your request has run out',
  blocks: [
    { is: 'text', text: 'We are sorry: your request for an account was not decided in time and has run out.' },
    { is: 'text', text: 'If you still need the account, please ask again.' },
    { is: 'link', label: 'Ask again', path: '/register' },
  ],
});

export const accountCreated = (letter: LetterOf<'accountCreated'>): Content => ({
  subject: 'Your account is ready',
  blocks: [
    { is: 'text', text: 'An account was made for you. Set a password, and you can sign in with this e-mail address.' },
    { is: 'link', label: 'Set my password', path: linkWith('/activation', letter.token) },
    { is: 'note', text: linkNote(letter.validUntil) },
  ],
});

export const invitationAgain = (letter: LetterOf<'invitationAgain'>): Content => ({
  subject: 'A new link to set your password',
  blocks: [
    { is: 'text', text: 'Here is a new link to set the password of your account. Older links do not work any more.' },
    { is: 'link', label: 'Set my password', path: linkWith('/activation', letter.token) },
    { is: 'note', text: linkNote(letter.validUntil) },
  ],
});

const linkNote = (validUntil: number): string =>
  `The link can be used once, until ${momentWords(validUntil)}. If it has run out, ask whoever looks after you for a new one.`;
