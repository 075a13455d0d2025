import { createHash } from 'node:crypto';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { HandedOver, handOver } from '@basics/contract/country-salesmen/hand-over.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import type { Database } from '#server/database/database.ts';
import type { Trx } from '#server/database/foundation.ts';
import { recordAudits, createAuditEntry } from '#server/platform/audit/audit.ts';
import { runAndRollBack } from '#server/platform/bulk.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { deleteAssignments, findAssignmentsOf, lockSalesman, updateAssignment } from './country-salesmen.repository.ts';
import {
  changeCreator,
  countCompaniesOf,
  countCustomersOf,
  countHelpRequestsOf,
  findTerritoriesOfSalesmen,
  lockAssignmentsOf,
  lockFormerSalesman,
} from './hand-over.repository.ts';
import { createAssignmentAuditEntry, type AssignmentColumns } from './write-assignment.ts';

type HandOverBody = Body<typeof handOver.handOver>;

/**
 * Moves the territory of one salesman to another in one transaction: the assignments and the users that the salesman
 * created, or only the assignments of one country or brand. Requests and help requests need no change, because the
 * scope of a salesman decides who sees them. A preview makes the same changes, counts what each salesman sees, and
 * rolls the changes back. Throws USER_NOT_FOUND if `from` is no salesman, INVALID if `to` is not another active
 * salesman, and STALE if the territory has changed since the preview.
 */
export function handOverTerritory(context: WriteContext, territory: HandOverBody): Promise<HandedOver> {
  const moveInTransaction = (database: Database) => database.transact((trx) => moveTerritory(trx, context, territory));
  return territory.preview ? runAndRollBack(context.database, moveInTransaction) : moveInTransaction(context.database);
}

export async function listTerritories({ db }: Pick<CallContext, 'db'>): Promise<Reply<typeof handOver.territories>> {
  const rows = await findTerritoriesOfSalesmen(db);
  const items = rows.map(({ status, assignments, users, ...salesman }) => ({
    ...salesman,
    isActive: status === 'active',
    assignments: assignments ?? 0,
    users: users ?? 0,
  }));
  return { items };
}

async function moveTerritory(trx: Trx, context: WriteContext, territory: HandOverBody): Promise<HandedOver> {
  const { from, to, country, brand } = territory;
  if (!(await lockFormerSalesman(trx, from))) throw problem('USER_NOT_FOUND');
  if (from === to || !(await lockSalesman(trx, to))) throw invalid({ to: fieldMessages.notAllowed });
  const heldAssignments = (await lockAssignmentsOf(trx, from)).filter(
    (row) => (country ?? row.country) === row.country && (brand ?? row.brandId) === row.brandId,
  );
  const [giverBefore, receiverBefore] = [await countPeopleOf(trx, from), await countPeopleOf(trx, to)];
  const auditEntries = await moveAssignments(trx, context, { assignments: heldAssignments, to });
  if (country === undefined && brand === undefined) await changeCreator(trx, from, to);
  const movedCounts = {
    assignments: heldAssignments.length,
    moves: heldAssignments.map((row) => ({ country: row.country, brand: row.brandId })),
    ...subtractCounts(giverBefore, await countPeopleOf(trx, from)),
    receiver: subtractCounts(await countPeopleOf(trx, to), receiverBefore),
  };
  const digest = computeDigest({ territory: { from, to, country, brand }, heldAssignments, movedCounts });
  if (!territory.preview && territory.digest !== digest) throw problem('STALE');
  const { receiver: _, moves: __, ...numbers } = movedCounts;
  await recordAudits(trx, [
    ...auditEntries,
    createAuditEntry(context, {
      action: 'assignment.handOver',
      subject: { kind: 'user', id: from, personId: null },
      after: { to, ...(country && { country }), ...(brand && { brand }), ...numbers },
    }),
  ]);
  return { ...movedCounts, digest };
}

type PreviewFacts = {
  territory: Pick<HandOverBody, 'from' | 'to' | 'country' | 'brand'>;
  heldAssignments: readonly HeldAssignment[];
  movedCounts: Omit<HandedOver, 'digest'>;
};

const computeDigest = ({ territory, heldAssignments, movedCounts }: PreviewFacts): string =>
  createHash('sha256')
    .update(JSON.stringify([territory, heldAssignments.map(({ id, version }) => [id, version]), movedCounts]))
    .digest('base64url');

type PeopleCounts = HandedOver['receiver'];

async function countPeopleOf(trx: Trx, userId: number): Promise<PeopleCounts> {
  const salesman = { userId, profileID: 2 };
  return {
    users: await countCustomersOf(trx, salesman, 'users'),
    companies: await countCompaniesOf(trx, salesman),
    requests: await countCustomersOf(trx, salesman, 'requests'),
    questions: await countHelpRequestsOf(trx, salesman),
  };
}

const subtractCounts = (more: PeopleCounts, less: PeopleCounts): PeopleCounts => ({
  users: more.users - less.users,
  companies: more.companies - less.companies,
  requests: more.requests - less.requests,
  questions: more.questions - less.questions,
});

type HeldAssignment = AssignmentColumns & { id: number; version: number };

/**
 * Moves the given assignments to the salesman `to`, and returns the audit entries. An assignment is deleted if the
 * salesman `to` already has the same country and brand.
 */
async function moveAssignments(
  trx: Trx,
  context: WriteContext,
  { assignments, to }: { assignments: readonly HeldAssignment[]; to: number },
) {
  const targetAssignments = await findAssignmentsOf(trx, to);
  const targetSalesmanHas = ({ country, brandId }: HeldAssignment): boolean =>
    targetAssignments.some((row) => row.country === country && row.brandId === brandId);
  const movedAssignments = assignments.filter((row) => !targetSalesmanHas(row));
  for (const { id, country, continent, brandId } of movedAssignments)
    await updateAssignment(trx, id, { country, continent, brandId, salesmanId: to });
  const duplicates = assignments.filter(targetSalesmanHas);
  await deleteAssignments(
    trx,
    duplicates.map(({ id }) => id),
  );
  return [
    ...movedAssignments.map((row) => {
      const before = toColumns(row);
      return createAssignmentAuditEntry(context, {
        action: 'assignment.update',
        id: row.id,
        before,
        after: { ...before, salesmanId: to },
      });
    }),
    ...duplicates.map((row) =>
      createAssignmentAuditEntry(context, { action: 'assignment.delete', id: row.id, before: toColumns(row) }),
    ),
  ];
}

const toColumns = ({ country, continent, brandId, salesmanId }: HeldAssignment): AssignmentColumns => ({
  country,
  continent,
  brandId,
  salesmanId,
});
