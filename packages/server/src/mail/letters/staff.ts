import { type LetterBlock, type LetterContent, type Digest, type LetterOf } from '../letter.ts';
import { toPcName, toPlainLine, formatDay, formatMoment } from '#server/platform/texts/formats.ts';

type Section = { total: number; countText: string; rows: [string, string][]; label: string; path: string };

/**
 * Writes the e-mail about the open work of a salesman. Each section names the most urgent items and links to the list
 * of all items. Empty sections are left out.
 */
export const salesmanDigest = (letter: LetterOf<'salesmanDigest'>): LetterContent => {
  const sections = createSections(letter).filter(({ total }) => total > 0);
  return {
    subject: `This week: ${sections.map(({ countText }) => countText).join(', ')}`,
    blocks: sections.flatMap(createBlocks),
  };
};

function createSections({ requests, helpRequests, invitations, licenses }: Digest): Section[] {
  return [
    {
      total: helpRequests.total,
      countText: formatCount(helpRequests.total, 'help request', 'help requests'),
      rows: helpRequests.rows.map((row) => [describeItem(row, row.machineName), describeWait(row.days)]),
      label: 'Answer them',
      path: '/help-requests',
    },
    {
      total: requests.total,
      countText: formatCount(requests.total, 'request to decide', 'requests to decide'),
      rows: requests.rows.map((row) => [describeItem(row, row.company), describeWait(row.days)]),
      label: 'Decide them',
      path: '/requests',
    },
    {
      total: licenses.total,
      countText: formatCount(licenses.total, 'licence that expires soon', 'licences that expire soon'),
      rows: licenses.rows.map((row) => [
        describeItem(row, toPcName(row.machineName)),
        formatDay(Date.parse(row.expiryDate)),
      ]),
      label: 'See the renewals',
      path: '/licenses/renewals',
    },
    {
      total: invitations.total,
      countText: formatCount(invitations.total, 'unused invitation', 'unused invitations'),
      rows: invitations.rows.map((row) => [describeItem(row, row.company), describeWait(row.days)]),
      label: 'See who has no password yet',
      path: '/users?status=approved',
    },
  ];
}

function createBlocks({ total, countText, rows, label, path }: Section): LetterBlock[] {
  const remaining = total - rows.length;
  return [
    `${countText}:`,
    { is: 'facts', rows: remaining > 0 ? [...rows, ['And more', String(remaining)]] : rows },
    { is: 'link', label, path },
  ];
}

const formatCount = (total: number, singular: string, plural: string): string =>
  `${total} ${total === 1 ? singular : plural}`;

const describeItem = ({ name }: { name: string }, detail: string): string =>
  [name, detail].map(toPlainLine).filter(Boolean).join(', ');

function describeWait(days: number): string {
  if (days === 0) return 'since today';
  return days === 1 ? 'for 1 day' : `for ${days} days`;
}

export const auditSeal = ({ seal, at }: LetterOf<'auditSeal'>): LetterContent => ({
  subject: 'Seal of the audit log',
  blocks: [
    `Sealed on ${formatMoment(at)}. Please keep this e-mail.`,
    { is: 'code', text: seal },
    {
      is: 'note',
      text: 'The seal proves which entries the audit log contained. To compare, save it in a file and run: portal audit verify <file>',
    },
  ],
});

export const serviceKeyEnds = ({ account, prefix, lastDay }: LetterOf<'serviceKeyEnds'>): LetterContent => ({
  subject: `The key of ${toPlainLine(account)} ends on ${formatDay(Date.parse(lastDay))}`,
  blocks: [
    `A key of the service account ${toPlainLine(account)} is valid until ${formatDay(Date.parse(lastDay))}. It begins with ${prefix}. After that day the system that uses it gets no more answers.`,
    'Ask an administrator for a second key, give it to the system, then revoke this one.',
    { is: 'link', label: 'See the keys', path: '/admin/integrations' },
  ],
});

export const serviceAccountOwner = ({ account }: LetterOf<'serviceAccountOwner'>): LetterContent => ({
  subject: `The service account ${toPlainLine(account)} needs another owner`,
  blocks: [
    `The owner of the service account ${toPlainLine(account)} is not an active administrator or salesman any more, so the requests of its system are refused.`,
    'Choose another owner, or delete the account.',
    { is: 'link', label: 'See the service accounts', path: '/admin/integrations' },
  ],
});

export const webhookStopped = ({ account, host, isEnded }: LetterOf<'webhookStopped'>): LetterContent => ({
  subject: `The webhook to ${toPlainLine(host)} has stopped`,
  blocks: [
    isEnded
      ? `The receiver ${toPlainLine(host)} has answered that it wants no more events of the service account ${toPlainLine(account)}.`
      : `No event of the service account ${toPlainLine(account)} could be delivered to ${toPlainLine(host)} for three days, so the portal sends no more.`,
    'The events wait. Repair the receiver, then an administrator can send them.',
    { is: 'link', label: 'See the webhooks', path: '/admin/integrations' },
  ],
});
