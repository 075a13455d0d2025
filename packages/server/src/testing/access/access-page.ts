import { relations } from './access-row.ts';
import type { AccessRow, Outcome } from './access-row.ts';
import { accessTable, columnOf, identities, outcomeOf } from './access-table.ts';
import type { Identity } from './access-table.ts';

/** The columns of the page, each with one identity of that column. */
const columns: readonly { title: string; identity: Identity }[] = [
  { title: 'administrator', identity: 'Administrator' },
  { title: 'salesman', identity: 'Salesman' },
  { title: 'everybody else', identity: 'SmallCustomer' },
  { title: 'nobody', identity: 'nobody' },
];

const records: Record<AccessRow['about'], string> = {
  nothing: 'No particular record, or the account of the asker',
  user: 'A user with licences and second factors',
  request: 'A request',
  assignment: 'An assignment of a salesman',
  helpRequest: 'A help request',
  releaseNote: 'A release note: a published one in the first two answers, a draft in the third',
};

const others = identities.filter((identity) => columnOf(identity) === 'others');

/** The text of docs/access.md. */
export function accessPage(): string {
  const about = Object.entries(records).map(([record, title]) => {
    const rows = accessTable.filter((row) => row.about === record);
    return `## ${title}\n\n${tableOf(rows)}`;
  });
  return `# Who may do what to whom

Made by \`npm run docs:access\` from the table in \`packages/server/src/testing/access\`. The tests make each call without a session, as each of
the nine profiles and as a viewer.

The answer is \`yes\` where the call does what it is for, else the code of a problem. Some calls name a token, a password or a record that
does not exist: the asker may make them where the answer is not \`NO_SESSION\` or \`NOT_PERMITTED\`. Four answers are about the asker's own
record, one in his scope, one out of it, and one that does not exist; one answer holds for all four. Everybody else is
${others.slice(0, -1).join(', ')} and ${others.at(-1)}. Somebody who must set up a second factor first can make the calls with a star and
those that need no session.

${about.join('\n\n')}
`;
}

function tableOf(rows: readonly AccessRow[]): string {
  const cells = rows.map((row) => [nameOf(row), ...columns.map(({ identity }) => answersOf(row, identity))]);
  const lines = [['call', ...columns.map(({ title }) => title)], ...cells];
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? [];
  const [head = '', ...body] = lines.map(
    (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}

function nameOf({ endpoint: { name, method, path }, isOpenDuringSecondFactorSetup }: AccessRow): string {
  return `${name}${isOpenDuringSecondFactorSetup ? ' \\*' : ''}: \`${method} ${path}\``;
}

function answersOf(row: AccessRow, identity: Identity): string {
  const answers = relations.map((relation) => wordOf(outcomeOf(row, identity, relation)));
  return new Set(answers).size === 1 ? (answers[0] ?? '') : answers.join(', ');
}

const wordOf = (outcome: Outcome): string => (outcome === 'yes' ? 'yes' : `\`${outcome}\``);
