import { facts, createTokenLink, type LetterContent, type LetterOf, type LinkLetter } from '../letter.ts';
import { toPcName, toPlainLine, formatDay } from '#server/platform/texts/formats.ts';
import { createCustomerRows, createLicenseRows, createListRow } from './licenses.ts';

/**
 * In this number of days before the last day of a licence, a reminder also says what stops when the licence expires.
 */
const urgentDays = 7;

export const licenseEnds = ({ daysLeft, licenseId, ...letter }: LetterOf<'licenseEnds'>): LetterContent => ({
  subject: `Your licence for ${toPlainLine(letter.tool)} on ${toPcName(letter.machineName)} expires ${describeEnd(letter.expiryDate, daysLeft)}`,
  blocks: [
    describeRenewal({ licenseId, ...letter }),
    ...(daysLeft <= urgentDays ? [describeStop(letter)] : []),
    { is: 'daysLeft', days: daysLeft, text: describeDaysLeft(letter.expiryDate, daysLeft) },
    letter.endsWithGrant
      ? askForTimeLink
      : {
          is: 'link',
          label: `Renew ${toPcName(letter.machineName)}`,
          path: licenseId === null ? '/license/verify' : `/license/${licenseId}?renew=yes`,
        },
  ],
});

/**
 * Returns the text that says how the owner renews the licence. A licence that expires together with the grant of its
 * tool cannot be renewed before this grant is extended.
 */
function describeRenewal({
  tool,
  endsWithGrant,
  licenseId,
}: Pick<LetterOf<'licenseEnds'>, 'tool' | 'endsWithGrant' | 'licenseId'>): string {
  if (endsWithGrant)
    return `Your account has ${toPlainLine(tool)} until the same day, so a renewal would add no time. Ask for more time.`;
  return licenseId === null
    ? `To renew it, create a new code in ${toPlainLine(tool)} on this PC and paste it in the portal. You lose no days.`
    : 'Renew it now. It takes a minute, and you lose no days. Then install the new file on this PC.';
}

/** The link to the page of the account, where the user can ask for a longer grant of a tool. */
const askForTimeLink = { is: 'link' as const, label: 'Ask for more time', path: '/account' };

export const secondContactLicenseEnds = (letter: LetterOf<'secondContactLicenseEnds'>): LetterContent => ({
  subject: `The licence of ${toPlainLine(letter.customer.name)} for ${toPlainLine(letter.tool)} expires ${describeEnd(letter.expiryDate, letter.daysLeft)}`,
  blocks: [
    `${toPlainLine(letter.customer.name)} can ${letter.endsWithGrant ? 'ask for more time' : 'renew it'} in the portal.`,
    facts(...createCustomerRows(letter.customer), ...createLicenseRows(letter.machineName, letter.expiryDate)),
    ...createStopBlocks(letter),
  ],
});

export const secondContactRenewalsDue = (letter: LetterOf<'secondContactRenewalsDue'>): LetterContent => {
  const { customer, licenses, endsWithGrant } = letter;
  return {
    subject: `Licences of ${toPlainLine(customer.name)} expire soon: ${licenses.length}`,
    blocks: [
      `${toPlainLine(customer.name)} can ${endsWithGrant ? 'ask for more time' : 'renew them'} in the portal.`,
      facts(...createCustomerRows(customer), ...licenses.map(createListRow)),
      ...createStopBlocks(letter),
    ],
  };
};

/**
 * Returns the text that says why a second contact gets a reminder, and the link with which the second contact can stop
 * all reminders.
 */
const createStopBlocks = (letter: LinkLetter): LetterContent['blocks'] => [
  { is: 'note', text: 'You get this reminder because your address is the second contact of this account.' },
  createTokenLink(letter, 'Stop these reminders'),
];

export const renewalsDue = ({ licenses, licenseId, endsWithGrant }: LetterOf<'renewalsDue'>): LetterContent => ({
  subject:
    licenses.length === 1 ? 'A licence of yours expires soon' : `${licenses.length} of your licences expire soon`,
  blocks: [
    describeRenewals(licenses.length === 1, endsWithGrant),
    facts(...licenses.map(createListRow)),
    endsWithGrant
      ? askForTimeLink
      : {
          is: 'link',
          label: licenseId === null ? 'Renew my licences' : 'Renew my licence',
          path: licenseId === null ? '/pcs?renew=all' : `/license/${licenseId}?renew=yes`,
        },
  ],
});

function describeRenewals(isOne: boolean, endsWithGrant: boolean): string {
  if (endsWithGrant)
    return isOne
      ? 'Your account has the tool until the same day, so a renewal would add no time. Ask for more time.'
      : 'Your account has the tool of each licence until the same day, so a renewal would add no time. Ask for more time.';
  return isOne
    ? 'Renew it now. It takes a minute, and you lose no days. Then install the new file on its PC.'
    : 'Renew them now. It takes a minute, and you lose no days. Then install each new file on its PC.';
}

export const customerLicenseEnds = (letter: LetterOf<'customerLicenseEnds'>): LetterContent => ({
  subject: `A licence of ${toPlainLine(letter.customer.name)} expires ${describeEnd(letter.expiryDate, letter.daysLeft)}`,
  blocks: [
    'This customer does not receive reminders. Please contact them.',
    facts(...createCustomerRows(letter.customer), ...createLicenseRows(letter.machineName, letter.expiryDate)),
    letter.endsWithGrant
      ? `The account has ${toPlainLine(letter.tool)} until the same day, so a renewal would add no time. First give the tool more time in the portal. Then you can renew the licence there.`
      : `To renew the licence, create a new code in ${toPlainLine(letter.tool)} on that PC. The customer or you can paste it in the portal.`,
  ],
});

/** Returns the text that says what stops on the PC if nobody renews the licence, and when. */
const describeStop = ({
  tool,
  expiryDate,
  acceptedUntil,
}: Omit<LetterOf<'licenseEnds'>, 'daysLeft' | 'licenseId' | 'endsWithGrant'>): string =>
  `Without a renewal, ${toPlainLine(tool)} shows a notice on this PC after ${formatDay(Date.parse(expiryDate))}, and stops after ${formatDay(Date.parse(acceptedUntil))}. Your files stay on the PC.`;

/** Returns when a licence expires: "today", "tomorrow" or "on 10 March 2027". */
function describeEnd(expiryDate: string, daysLeft: number): string {
  if (daysLeft === 0) return 'today';
  return daysLeft === 1 ? 'tomorrow' : `on ${formatDay(Date.parse(expiryDate))}`;
}

/** Returns the last day of a licence and the days until then: "10 March 2027, 12 days left". */
function describeDaysLeft(expiryDate: string, daysLeft: number): string {
  const left = daysLeft === 0 ? 'the last day' : `${daysLeft} ${daysLeft === 1 ? 'day' : 'days'} left`;
  return `${formatDay(Date.parse(expiryDate))}, ${left}`;
}
