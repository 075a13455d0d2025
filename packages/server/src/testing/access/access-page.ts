import { relations, type AccessRow, type Outcome } from './access-row.ts';
import { accessTable, findColumn, identities, findOutcome, type Identity } from './access-table.ts';

/** The columns of the tables in the page. A column shows the outcomes of the call for its identity. */
const columns: readonly { title: string; identity: Identity }[] = [
  { title: 'administrator', identity: 'Administrator' },
  { title: 'salesman', identity: 'Salesman' },
  { title: 'all others', identity: 'SmallCustomer' },
  { title: 'no session', identity: 'nobody' },
];

const recordTitles: Record<AccessRow['recordKind'], string> = {
  nothing: "No particular record, or the caller's own account",
  user: 'A user with licences and two-step sign-in',
  request: 'A request',
  deletedRequest: 'A deleted request, which can be restored',
  assignment: 'An assignment of a salesman',
  license: 'A licence that expires soon, and its PC',
  helpRequest: 'A help request',
  company: 'A company: the own company of a caller is the one that the caller manages',
  releaseNote: 'A release note: the first two answers are about a published one, the third about a draft',
};

const otherIdentities = identities.filter((identity) => findColumn(identity) === 'others');

/** Creates the text of docs/access.md. */
export function renderAccessPage(): string {
  const sections = Object.entries(recordTitles).map(([record, title]) => {
    const rows = accessTable.filter((row) => row.recordKind === record);
    return `## ${title}\n\n${renderTable(rows)}`;
  });
  return `# Permissions of each call

\`npm run docs:access\` writes this page from the table of permissions in \`packages/server/src/testing/access\`. Tests make each call
without a session, as each of the nine profiles and as a viewer, and compare the answers with the table.

\`yes\` means that the call succeeds. If the call is refused, the answer is the code of a problem. Some calls need a token, a password or a
record that does not exist in the test: the caller is permitted unless the answer is \`NO_SESSION\` or \`NOT_PERMITTED\`.

A cell with four answers is about the caller's own record, a record that the caller can see, one that the caller cannot see, and one that
does not exist, in this order. A cell with one answer means the same answer for all four. "All others" are ${otherIdentities.slice(0, -1).join(', ')} and ${otherIdentities.at(-1)}.

A user who must first set up two-step sign-in can make only the calls marked with \\* and those that need no session.

${sections.join('\n\n')}
`;
}

function renderTable(rows: readonly AccessRow[]): string {
  const cells = rows.map((row) => [renderName(row), ...columns.map(({ identity }) => listAnswers(row, identity))]);
  const lines = [['call', ...columns.map(({ title }) => title)], ...cells];
  const widths = lines[0]?.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0))) ?? [];
  const [headLine = '', ...body] = lines.map(
    (line) => `| ${line.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`,
  );
  return [headLine, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}

function renderName({ endpoint: { name, method, path }, isOpenDuringSecondFactorSetup }: AccessRow): string {
  return `${name}${isOpenDuringSecondFactorSetup ? ' \\*' : ''}: \`${method} ${path}\``;
}

function listAnswers(row: AccessRow, identity: Identity): string {
  const answers = relations.map((relation) => renderOutcome(findOutcome(row, identity, relation)));
  return new Set(answers).size === 1 ? (answers[0] ?? '') : answers.join(', ');
}

const renderOutcome = (outcome: Outcome): string => (outcome === 'yes' ? 'yes' : `\`${outcome}\``);
