import type { countrySalesmen, HandOver } from '@basics/contract/country-salesmen.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { words } from '@basics/contract/words.ts';
import type { Trx } from '#server/database/database.ts';
import { recordAudits } from '#server/platform/audit.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { createAuditEntry } from '#server/platform/writing.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { deleteAssignments, findAssignmentsOf, lockSalesman, updateAssignment } from './country-salesmen.repository.ts';
import {
  changeCreator,
  countCustomersOf,
  countQuestionsOf,
  lockAssignmentsOf,
  lockFormerSalesman,
} from './hand-over.repository.ts';
import { toAuditEntry } from './write-assignment.ts';
import type { AssignmentColumns } from './write-assignment.ts';

/**
 * Gives everything that one salesman looks after to another, in one transaction: the assignments, and the users whom the salesman created.
 * Requests and help requests follow, because the scope decides who sees them. A preview counts the same and changes nothing. Throws
 * USER_NOT_FOUND if `from` is no salesman, INVALID if `to` is not another active salesman.
 */
export function handOver(
  writing: WriteContext,
  { from, to, preview = false }: Body<typeof countrySalesmen.handOver>,
): Promise<HandOver> {
  return writing.database.transact(async (trx) => {
    if (!(await lockFormerSalesman(trx, from))) throw problem('USER_NOT_FOUND');
    if (from === to || !(await lockSalesman(trx, to))) throw invalid({ to: words.notAllowed });
    const held = await lockAssignmentsOf(trx, from);
    const salesman = { userId: from, profileID: 2 };
    const moved = {
      assignments: held.length,
      users: await countCustomersOf(trx, salesman, 'users'),
      requests: await countCustomersOf(trx, salesman, 'requests'),
      questions: await countQuestionsOf(trx, salesman),
    };
    if (preview) return moved;
    const entries = await moveAssignments(trx, writing, { held, to });
    await changeCreator(trx, from, to);
    await recordAudits(trx, [
      ...entries,
      createAuditEntry(writing, {
        action: 'assignment.handOver',
        subject: { kind: 'user', id: from, personId: null },
        after: { to, ...moved },
      }),
    ]);
    return moved;
  });
}

type Held = AssignmentColumns & { id: number };

/** Each assignment goes to the other salesman; one that this salesman has already is deleted. */
async function moveAssignments(trx: Trx, writing: WriteContext, { held, to }: { held: readonly Held[]; to: number }) {
  const already = await findAssignmentsOf(trx, to);
  const has = ({ country, brandId }: Held): boolean =>
    already.some((row) => row.country === country && row.brandId === brandId);
  const kept = held.filter((row) => !has(row));
  for (const { id, country, continent, brandId } of kept)
    await updateAssignment(trx, id, { country, continent, brandId, salesmanId: to });
  const doubles = held.filter(has);
  await deleteAssignments(
    trx,
    doubles.map(({ id }) => id),
  );
  return [
    ...kept.map((row) => {
      const before = toColumns(row);
      return toAuditEntry(writing, {
        action: 'assignment.update',
        id: row.id,
        before,
        after: { ...before, salesmanId: to },
      });
    }),
    ...doubles.map((row) => toAuditEntry(writing, { action: 'assignment.delete', id: row.id, before: toColumns(row) })),
  ];
}

const toColumns = ({ country, continent, brandId, salesmanId }: Held): AssignmentColumns => ({
  country,
  continent,
  brandId,
  salesmanId,
});
