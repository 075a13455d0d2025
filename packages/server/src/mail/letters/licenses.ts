import type { Content, LetterOf } from '../letter.ts';
import { plain } from '../plain.ts';
import { dayWords } from './moment-words.ts';

export const license = ({ tool, machineName, expiryDate, code }: LetterOf<'license'>): Content => ({
  subject: `Your licence of ${plain(tool)} for ${plain(machineName)}`,
  blocks: [
    {
      is: 'text',
      text: `Here is your licence of ${plain(tool)}. Open the file that came with this mail in ${plain(tool)}, or paste the code:`,
    },
    { is: 'code', text: code },
    { is: 'facts', rows: licenseRows(machineName, expiryDate) },
    { is: 'note', text: 'It works on this PC alone.' },
  ],
});

export const licenseEnds = ({ tool, machineName, expiryDate, daysLeft }: LetterOf<'licenseEnds'>): Content => ({
  subject: `Your licence of ${plain(tool)} ends in ${daysLeft === 1 ? '1 day' : `${daysLeft} days`}`,
  blocks: [
    {
      is: 'text',
      text: `Make a new code in ${plain(tool)} on this PC and paste it into the portal: the new licence goes on where this one ends.`,
    },
    { is: 'facts', rows: licenseRows(machineName, expiryDate) },
    { is: 'link', label: 'Renew my licence', path: '/license/verify' },
    {
      is: 'note',
      text: 'You get this reminder because your account says that you can receive mail. You can change that in your account.',
    },
  ],
});

export const codeUsedByOther = ({ machineName, owner, other }: LetterOf<'codeUsedByOther'>): Content => ({
  subject: 'A verification code was sent from two accounts',
  blocks: [
    {
      is: 'text',
      text: 'A verification code that had brought one account its licence was sent from another account. It was refused there.',
    },
    {
      is: 'facts',
      rows: [
        ['PC', plain(machineName)],
        ['Licence of', plain(owner)],
        ['Sent again by', plain(other)],
      ],
    },
    { is: 'text', text: 'Often two colleagues share a PC. If not, have a word with both.' },
  ],
});

const licenseRows = (machineName: string, expiryDate: string): [string, string][] => [
  ['PC', plain(machineName)],
  ['Ends on', dayWords(Date.parse(expiryDate))],
];
