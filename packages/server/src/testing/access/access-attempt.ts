import { users } from '@basics/contract/users.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';
import type { AccessRow, Request, Subject } from './access-row.ts';
import { accessTable } from './access-table.ts';

/** The row of the table for this call. */
export function findRow(name: string): AccessRow {
  const row = accessTable.find(({ endpoint }) => endpoint.name === name);
  if (!row) throw new Error(`The table of permissions has no row about ${name}.`);
  return row;
}

/** The call and what it sends about this record. */
export function createRequest(name: string, subject: Subject) {
  const { endpoint, request } = findRow(name);
  return { endpoint, ...request(subject) };
}

/** The outcome when the holder of this token makes the call about this record. */
export async function attempt(portal: Portal, row: AccessRow, asker: { token: string | null; subject: Subject }) {
  const { status, body } = await send(portal, row, asker);
  if (status >= 300) return String(readProblemCode(body));
  return readOutcome(body) ?? 'yes';
}

type Asker = { token: string | null; subject: Subject; request?: Request };

/** Makes the call of a row, with the request of the row or with another one. */
export function send({ ask }: Portal, row: AccessRow, { token, subject, request = row.request }: Asker) {
  const { params, query, body } = request(subject);
  return ask(row.endpoint, {
    token,
    ...(params && { params: Object(params) }),
    ...(query && { query }),
    ...(body !== undefined && { body: Object(body) }),
  });
}

/** The outcome for the one id of a bulk call. */
function readOutcome(body: unknown): string | null {
  const parsed = users.removeMany.reply.safeParse(body);
  return parsed.success ? (parsed.data.results[0]?.outcome ?? null) : null;
}
