import type { Block, Content, Digest, LetterOf } from '../letter.ts';
import { plain } from '../plain.ts';
import { dayWords } from './moment-words.ts';

type Section = { total: number; words: string; rows: [string, string][]; label: string; path: string };

/** The open work of a salesman: each section with its first names and a link to all; empty sections are left out. */
export const salesmanDigest = (letter: LetterOf<'salesmanDigest'>): Content => {
  const sections = sectionsOf(letter).filter(({ total }) => total > 0);
  return {
    subject: `This week: ${sections.map(({ words }) => words).join(', ')}`,
    blocks: [
      ...sections.flatMap(blocksOf),
      {
        is: 'note',
        text: 'You get this e-mail every Monday because “Can receive mail” is turned on in your account. You can turn it off there.',
      },
    ],
  };
};

function sectionsOf({ requests, helpRequests, invitations, licenses }: Digest): Section[] {
  return [
    {
      total: helpRequests.total,
      words: counted(helpRequests.total, 'help request', 'help requests'),
      rows: helpRequests.rows.map((row) => [called(row, row.machineName), waited(row.days)]),
      label: 'Answer them',
      path: '/help-requests',
    },
    {
      total: requests.total,
      words: counted(requests.total, 'request to decide', 'requests to decide'),
      rows: requests.rows.map((row) => [called(row, row.company), waited(row.days)]),
      label: 'Decide them',
      path: '/requests',
    },
    {
      total: licenses.total,
      words: counted(licenses.total, 'licence that expires soon', 'licences that expire soon'),
      rows: licenses.rows.map((row) => [called(row, row.machineName), dayWords(Date.parse(row.expiryDate))]),
      label: 'See your customers',
      path: '/users',
    },
    {
      total: invitations.total,
      words: counted(invitations.total, 'unused invitation', 'unused invitations'),
      rows: invitations.rows.map((row) => [called(row, row.company), waited(row.days)]),
      label: 'See who has no password yet',
      path: '/users?status=approved',
    },
  ];
}

function blocksOf({ total, words, rows, label, path }: Section): Block[] {
  const more = total - rows.length;
  return [
    { is: 'text', text: `${words}:` },
    { is: 'facts', rows: more > 0 ? [...rows, ['And more', String(more)]] : rows },
    { is: 'link', label, path },
  ];
}

const counted = (total: number, one: string, many: string): string => `${total} ${total === 1 ? one : many}`;

const called = ({ name }: { name: string }, beside: string): string =>
  [name, beside].map(plain).filter(Boolean).join(', ');

function waited(days: number): string {
  if (days === 0) return 'since today';
  return days === 1 ? 'for 1 day' : `for ${days} days`;
}
