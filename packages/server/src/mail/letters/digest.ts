import type { Block, Content, Digest, LetterOf } from '../letter.ts';
import { toPlainLine } from '../plain.ts';
import { formatDay } from './moment-words.ts';

type Section = { total: number; words: string; rows: [string, string][]; label: string; path: string };

/** The open work of a salesman: each section with its first names and a link to all; empty sections are left out. */
export const salesmanDigest = (letter: LetterOf<'salesmanDigest'>): Content => {
  const sections = createSections(letter).filter(({ total }) => total > 0);
  return {
    subject: `This week: ${sections.map(({ words }) => words).join(', ')}`,
    blocks: [
      ...sections.flatMap(createBlocks),
      {
        is: 'note',
        text: 'You get this e-mail every Monday because “Can receive mail” is turned on in your account. You can turn it off there.',
      },
    ],
  };
};

function createSections({ requests, helpRequests, invitations, licenses }: Digest): Section[] {
  return [
    {
      total: helpRequests.total,
      words: countWords(helpRequests.total, 'help request', 'help requests'),
      rows: helpRequests.rows.map((row) => [describeItem(row, row.machineName), describeWait(row.days)]),
      label: 'Answer them',
      path: '/help-requests',
    },
    {
      total: requests.total,
      words: countWords(requests.total, 'request to decide', 'requests to decide'),
      rows: requests.rows.map((row) => [describeItem(row, row.company), describeWait(row.days)]),
      label: 'Decide them',
      path: '/requests',
    },
    {
      total: licenses.total,
      words: countWords(licenses.total, 'licence that expires soon', 'licences that expire soon'),
      rows: licenses.rows.map((row) => [describeItem(row, row.machineName), formatDay(Date.parse(row.expiryDate))]),
      label: 'See your customers',
      path: '/users',
    },
    {
      total: invitations.total,
      words: countWords(invitations.total, 'unused invitation', 'unused invitations'),
      rows: invitations.rows.map((row) => [describeItem(row, row.company), describeWait(row.days)]),
      label: 'See who has no password yet',
      path: '/users?status=approved',
    },
  ];
}

function createBlocks({ total, words, rows, label, path }: Section): Block[] {
  const more = total - rows.length;
  return [
    { is: 'text', text: `${words}:` },
    { is: 'facts', rows: more > 0 ? [...rows, ['And more', String(more)]] : rows },
    { is: 'link', label, path },
  ];
}

const countWords = (total: number, one: string, many: string): string => `${total} ${total === 1 ? one : many}`;

const describeItem = ({ name }: { name: string }, beside: string): string =>
  [name, beside].map(toPlainLine).filter(Boolean).join(', ');

function describeWait(days: number): string {
  if (days === 0) return 'since today';
  return days === 1 ? 'for 1 day' : `for ${days} days`;
}
