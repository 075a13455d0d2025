import { facts, type LetterContent, type LetterOf } from '../letter.ts';
import { toPcName, toPlainLine, formatDay } from '#server/platform/texts/formats.ts';

export const license = ({ licenseId, tool, machineName, expiryDate, code }: LetterOf<'license'>): LetterContent => ({
  subject: `Your licence for ${toPlainLine(tool)} on ${toPcName(machineName)}`,
  blocks: [
    `Open the attached file in ${toPlainLine(tool)} on this PC, or paste this code:`,
    { is: 'code', text: code },
    facts(...createLicenseRows(machineName, expiryDate)),
    createLicenseLink(licenseId),
  ],
});

/** The link to the page of a licence, which says how to install it. */
export const createLicenseLink = (licenseId: number) =>
  ({ is: 'link', label: 'How to install it', path: `/license/${licenseId}` }) as const;

export const renewalPack = ({ company, licenses }: LetterOf<'renewalPack'>): LetterContent => ({
  subject: company.trim() === '' ? 'Your licence files' : `The licence files of ${toPlainLine(company)}`,
  blocks: [
    'Each file works only on the PC beside it. Open it there in the tool, under Licence.',
    {
      is: 'facts',
      rows: licenses.map(({ owner, file, ...licence }) => [
        toPlainLine(file.name),
        `${createListRow(licence).join(': ')} (${toPlainLine(owner.name)})`,
      ]),
    },
  ],
});

export const releaseNews = ({ releaseId, title, version, summary }: LetterOf<'releaseNews'>): LetterContent => ({
  subject: `${toPlainLine(title)} (${toPlainLine(version)})`,
  blocks: [
    'This release is for your PCs:',
    { is: 'quote', text: summary },
    { is: 'link', label: 'Read the release notes', path: `/release-notes/${releaseId}` },
  ],
});

/**
 * Returns the row of a licence in an e-mail: the name of the PC, then the tool with the last day of the licence
 * (`CAD-07`, `Basics, until 10 March 2027`).
 */
export const createListRow = ({ tool, machineName, expiryDate }: LicenseInList): [string, string] => [
  toPcName(machineName),
  `${toPlainLine(tool)}, until ${formatDay(Date.parse(expiryDate))}`,
];

type LicenseInList = { tool: string; machineName: string; expiryDate: string };

export const codeUsedByOther = ({ machineName, owner, other }: LetterOf<'codeUsedByOther'>): LetterContent => ({
  subject: 'A verification code was used by two accounts',
  blocks: [
    'No licence was issued to the second account.',
    facts(
      ['PC', toPcName(machineName)],
      ['Licence of', toPlainLine(owner.name)],
      ['Sent again by', toPlainLine(other.name)],
    ),
    'Two colleagues may share a PC. If not, please contact both customers.',
  ],
});

export const bridgeIssued = (letter: LetterOf<'bridgeIssued'>): LetterContent => ({
  subject: `${toPlainLine(letter.customer.name)} got a licence for a few days`,
  blocks: [
    'All seats or moves of the account are used, so the portal issued a licence for a few days.',
    facts(
      ...createCustomerRows(letter.customer),
      ['Tool', toPlainLine(letter.tool)],
      ...createLicenseRows(letter.machineName, letter.expiryDate),
    ),
    'Please contact the customer before it expires. The PC gets no second one for 90 days.',
  ],
});

export const pcDeclaredGone = (letter: LetterOf<'pcDeclaredGone'>): LetterContent => ({
  subject: `A removed PC asks for a licence: ${toPcName(letter.machineName)}`,
  blocks: [
    'No licence was issued.',
    facts(
      ...createCustomerRows(letter.customer),
      ['PC', toPcName(letter.machineName)],
      ['Tool', toPlainLine(letter.tool)],
      ['Removed', `${formatDay(letter.goneAt)} by ${toPlainLine(letter.goneBy.name)}`],
    ),
    'If the customer uses this PC again, issue the licence yourself and give a reason.',
  ],
});

export const lostPcSeen = ({ machineName, reportedAt, owner, sender }: LetterOf<'lostPcSeen'>): LetterContent => ({
  subject: `A lost PC is in use: ${toPcName(machineName)}`,
  blocks: [
    'Someone sent a verification code of this PC, and got the usual answer.',
    facts(
      ['PC', toPcName(machineName)],
      ['PC of', toPlainLine(owner.name)],
      ['Reported lost on', formatDay(reportedAt)],
      ['Code sent for', toPlainLine(sender.name)],
    ),
    'Please contact the owner. If the PC was found, remove it from the list of lost PCs. If not, you can revoke its licence.',
    { is: 'link', label: 'Open the customer', path: `/users/${owner.userId}` },
  ],
});

export const partsChange = ({ customer, machineName, tool, week, month }: LetterOf<'partsChange'>): LetterContent => ({
  subject: `The parts of ${toPcName(machineName)} keep changing`,
  blocks: [
    `The codes of this PC contained different parts ${month} times in the last 30 days (${week} of them in the last 7). The licences were issued.`,
    facts(...createCustomerRows(customer), ['PC', toPcName(machineName)], ['Tool', toPlainLine(tool)]),
    'A docking station, a repair or several PCs that share one licence can be the reason. If in doubt, ask the customer.',
  ],
});

export const createLicenseRows = (machineName: string, expiryDate: string): [string, string][] => [
  ['PC', toPcName(machineName)],
  ['Expires on', formatDay(Date.parse(expiryDate))],
];

/** Returns the rows with the name, the e-mail address and the company of a customer. */
export const createCustomerRows = (customer: { name: string; login: string; company: string }): [string, string][] => [
  ['Name', toPlainLine(customer.name)],
  ['E-mail', toPlainLine(customer.login)],
  ['Company', toPlainLine(customer.company) || 'not given'],
];
