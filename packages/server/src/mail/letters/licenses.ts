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
  subject: `Your licence of ${plain(tool)} ends ${endWords(daysLeft)}`,
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

export const customerLicenseEnds = (letter: LetterOf<'customerLicenseEnds'>): Content => ({
  subject: `A licence of ${plain(letter.customer.name)} ends ${endWords(letter.daysLeft)}`,
  blocks: [
    {
      is: 'text',
      text: `The licence of ${plain(letter.tool)} of a customer of yours ends ${endWords(letter.daysLeft)}. The account says that it cannot receive mail, so please pass it on.`,
    },
    {
      is: 'facts',
      rows: [...customerRows(letter.customer), ...licenseRows(letter.machineName, letter.expiryDate)],
    },
    {
      is: 'text',
      text: `The licence goes on with a new code that ${plain(letter.tool)} makes on that PC; the customer or you paste it into the portal.`,
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

export const licenseRows = (machineName: string, expiryDate: string): [string, string][] => [
  ['PC', plain(machineName)],
  ['Ends on', dayWords(Date.parse(expiryDate))],
];

/** Who it is about, by name, address and company. */
export const customerRows = (customer: { name: string; login: string; company: string }): [string, string][] => [
  ['Name', plain(customer.name)],
  ['E-mail', plain(customer.login)],
  ['Company', plain(customer.company) || 'not given'],
];

/** The end of a licence so many days from today. */
function endWords(daysLeft: number): string {
  if (daysLeft === 0) return 'today';
  return daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`;
}
