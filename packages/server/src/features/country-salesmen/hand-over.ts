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
 * Moves the assignments of one salesman, and the users whom the salesman created, to another salesman, in one transaction. Requests and help
 * requests follow, because the scope decides who sees them. A preview returns the same counts and changes nothing. Throws USER_NOT_FOUND if
 * `from` is not a salesman, INVALID if `to` is not another active salesman.
 */
export function handOver(
  context: WriteContext,
  { from, to, preview = false }: Body<typeof countrySalesmen.handOver>,
): Promise<HandOver> {
  return context.database.transact(async (trx) => {
    if (!(await lockFormerSalesman(trx, from))) throw problem('USER_NOT_FOUND');
    if (from === to || !(await lockSalesman(trx, to))) throw invalid({ to: words.notAllowed });
    const assignments = await lockAssignmentsOf(trx, from);
    const salesman = { userId: from, profileID: 2 };
    const counts = {
      assignments: assignments.length,
      users: await countCustomersOf(trx, salesman, 'users'),
      requests: await countCustomersOf(trx, salesman, 'requests'),
      questions: await countQuestionsOf(trx, salesman),
    };
    if (preview) return counts;
    const entries = await moveAssignments(trx, context, { held: assignments, to });
    await changeCreator(trx, from, to);
    await recordAudits(trx, [
      ...entries,
      createAuditEntry(context, {
        action: 'assignment.handOver',
        subject: { kind: 'user', id: from, personId: null },
        after: { to, ...counts },
      }),
    ]);
    return counts;
  });
}

type HeldAssignment = AssignmentColumns & { id: number };

/** Moves each assignment to the other salesman. An assignment that the other salesman already has is deleted. */
async function moveAssignments(
  trx: Trx,
  context: WriteContext,
  { held: assignments, to }: { held: readonly HeldAssignment[]; to: number },
) {
  const targetAssignments = await findAssignmentsOf(trx, to);
  const targetHas = ({ country, brandId }: HeldAssignment): boolean =>
    targetAssignments.some((row) => row.country === country && row.brandId === brandId);
  const movedAssignments = assignments.filter((row) => !targetHas(row));
  for (const { id, country, continent, brandId } of movedAssignments)
    await updateAssignment(trx, id, { country, continent, brandId, salesmanId: to });
  const duplicates = assignments.filter(targetHas);
  await deleteAssignments(
    trx,
    duplicates.map(({ id }) => id),
  );
  return [
    ...movedAssignments.map((row) => {
      const before = toColumns(row);
      return toAuditEntry(context, {
        action: 'assignment.update',
        id: row.id,
        before,
        after: { ...before, salesmanId: to },
      });
    }),
    ...duplicates.map((row) =>
      toAuditEntry(context, { action: 'assignment.delete', id: row.id, before: toColumns(row) }),
    ),
  ];
}

const toColumns = ({ country, continent, brandId, salesmanId }: HeldAssignment): AssignmentColumns => ({
  country,
  continent,
  brandId,
  salesmanId,
});
