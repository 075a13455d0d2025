import { formatDay, toPlainLine } from '#server/platform/texts/formats.ts';
import type { LetterTexts } from '../letter.ts';
import * as account from './account.ts';
import * as companies from './companies.ts';
import * as helpRequests from './help-requests.ts';
import * as invitations from './invitations.ts';
import * as licenses from './licenses.ts';
import * as reminders from './reminders.ts';
import * as requests from './requests.ts';
import * as staff from './staff.ts';

export const english: LetterTexts = {
  greeting: (firstName) => (firstName === '' ? 'Hello,' : `Hello ${firstName},`),
  deputyFor: ({ name, until }) =>
    `You get this e-mail as the deputy of ${toPlainLine(name)}, who is absent through ${formatDay(Date.parse(until))}.`,
  isFor: (firstName, address) => `This e-mail is for ${firstName === '' ? address : `${firstName}, ${address}`}.`,
  optional: (firstName) => ({
    text:
      firstName === '' ? 'You get news and reminders from us.' : `${firstName}, you get news and reminders from us.`,
    label: 'Change this in My Account',
    path: '/account',
  }),
  attached: (fileName) => `Attached: ${fileName}`,
  questions: 'Questions? Write to',
  typeCode: (address, code) => `If the link does not work, open ${address} and enter this code: ${code}`,
  ...account,
  ...companies,
  ...helpRequests,
  ...invitations,
  ...licenses,
  ...reminders,
  ...requests,
  ...staff,
};
