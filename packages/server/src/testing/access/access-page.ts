import { endpoints } from '@basics/contract/api.ts';
import { relations } from './access-row.ts';
import type { AccessRow, Outcome } from './access-row.ts';
import { accessTable, columnOf, identities, outcomeOf } from './access-table.ts';
import type { Identity } from './access-table.ts';

/** Who stands for each column of the table. */
const columns: readonly { title: string; identity: Identity }[] = [
  { title: 'administrator', identity: 'Administrator' },
  { title: 'salesman', identity: 'Salesman' },
  { title: 'everybody else', identity: 'SmallCustomer' },
  { title: 'nobody', identity: 'nobody' },
];

const records: Record<AccessRow['about'], string> = {
  nothing: 'No record in particular, or one of the asker himself',
  user: 'A user, his licences or his second factors',
  request: 'A request',
  assignment: 'An assignment of a salesman',
  helpRequest: 'A help request',
  releaseNote: 'A release note: a published one where it could be own or in scope, a draft where out of it',
};

const others = identities.filter((identity) => columnOf(identity) === 'others');

/** The page of the documentation that says who may do what to whom, made from the table that the tests try. */
export function accessPage(): string {
  const about = Object.entries(records).map(([record, title]) => {
    const rows = accessTable.filter((row) => row.about === record);
    return `## ${title}\n\n${tableOf(rows)}`;
  });
  return `# Who may do what to whom

Made from the table that the tests try, call by call, on both databases: as nobody, as each of the nine profiles and as a viewer. To make it
anew: \`npm run docs:access\`.

What is answered is \`yes\` where the call does what was asked, else the code of the problem. A call that names a token, a password or a
record that is not there is answered accordingly once whoever asks has been let in: \`LINK_NOT_VALID\` then says that he was. Where four
answers stand, the record is the asker's own, in his scope, out of it, or not there; one answer holds for all four. Everybody else is
${others.slice(0, -1).join(', ')} and ${others.at(-1)}. Who needs a second factor and has none is let in to the calls marked with a star
alone.

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

function nameOf({ operation }: AccessRow): string {
  const { method, path, openDuringSecondFactorSetup } = endpoints.find(({ name }) => name === operation) ?? {};
  return `${operation}${openDuringSecondFactorSetup ? ' \\*' : ''}: \`${method} ${path}\``;
}

function answersOf(row: AccessRow, identity: Identity): string {
  const answers = relations.map((relation) => wordOf(outcomeOf(row, identity, relation)));
  return new Set(answers).size === 1 ? (answers[0] ?? '') : answers.join(', ');
}

const wordOf = (outcome: Outcome): string => (outcome === 'yes' ? 'yes' : `\`${outcome}\``);
