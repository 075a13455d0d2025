import * as z from 'zod/mini';
import { readProblemCode, type Portal } from '#server/testing/portal.ts';
import type { AccessRow, Request, Subject } from './access-row.ts';
import { accessTable } from './access-table.ts';

/** Finds the row of the access table for a call. */
export function findAccessRow(name: string): AccessRow {
  const row = accessTable.find(({ endpoint }) => endpoint.name === name);
  if (!row) throw new Error(`The table of permissions has no row about ${name}.`);
  return row;
}

/** Creates a valid request of the named call about the given record. */
export function createRequest(name: string, subject: Subject) {
  const { endpoint, request } = findAccessRow(name);
  return { endpoint, ...request(subject) };
}

/** Makes the call of a row about a record, with the given token. Returns the outcome of the call. */
export async function attemptCall(
  portal: Portal,
  row: AccessRow,
  attemptInput: { token: string | null; subject: Subject },
) {
  const { status, body } = await sendCall(portal, row, attemptInput);
  if (status >= 300) return String(readProblemCode(body));
  return readOutcome(body) ?? 'yes';
}

type AttemptInput = { token: string | null; subject: Subject; request?: Request };

/** Makes the call of a row with the given request, by default the request of the row. Returns the response. */
export function sendCall({ call }: Portal, row: AccessRow, { token, subject, request = row.request }: AttemptInput) {
  const { params, query, body } = request(subject);
  return call(row.endpoint, {
    token,
    ...(params && { params: Object(params) }),
    ...(query && { query }),
    ...(body !== undefined && { body: Object(body) }),
  });
}

/** The part that the replies of all bulk calls have. */
const bulkReply = z.object({ results: z.array(z.object({ outcome: z.string() })) });

/** Reads the outcome of a bulk call with one id; null for other calls, and for a change that is done. */
function readOutcome(body: unknown): string | null {
  const parsed = bulkReply.safeParse(body);
  const outcome = parsed.data?.results[0]?.outcome;
  return outcome === undefined || outcome === 'done' ? null : outcome;
}
