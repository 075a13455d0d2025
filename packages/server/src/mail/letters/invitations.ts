import { createTokenLink, type LetterContent, type LetterOf } from '../letter.ts';
import { formatMoment } from '#server/platform/texts/formats.ts';

export const requestApproved = (letter: LetterOf<'requestApproved'>): LetterContent => ({
  subject: 'Your request was approved',
  blocks: [
    'Set a password, and you can get your licence.',
    createTokenLink(letter, 'Set my password'),
    { is: 'note', text: createLinkNote(letter.validUntil) },
  ],
});

export const accountCreated = (letter: LetterOf<'accountCreated'>): LetterContent => ({
  subject: 'Your account is ready',
  blocks: [
    'Set a password, then sign in with this e-mail address.',
    createTokenLink(letter, 'Set my password'),
    { is: 'note', text: createLinkNote(letter.validUntil) },
  ],
});

export const invitationAgain = (letter: LetterOf<'invitationAgain'>): LetterContent => ({
  subject: 'A new link to set your password',
  blocks: [
    'Older links no longer work.',
    createTokenLink(letter, 'Set my password'),
    { is: 'note', text: createLinkNote(letter.validUntil) },
  ],
});

const createLinkNote = (validUntil: number): string =>
  `The link works once, until ${formatMoment(validUntil)}. The page offers a new one after that.`;
