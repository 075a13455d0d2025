import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import type { Assignment, countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { isDeepStrictEqual } from 'node:util';
import { isUniqueViolation } from '#server/database/failures.ts';
import type { Trx } from '#server/database/foundation.ts';
import { snakeCase } from '#server/database/names.ts';
import { findAdministrators } from '#server/features/users/access/administrators.repository.ts';
import { formatName } from '#server/features/users/user.ts';
import { readUser } from '#server/features/users/users.repository.ts';
import type { LetterOf } from '#server/mail/letter.ts';
import { findContinent, findCountryName } from '#server/platform/countries/countries.ts';
import { recordAudit, createAuditEntry, type AuditEntry, type AuditWriter } from '#server/platform/audit/audit.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import type { Restore } from '#server/platform/undo/undo.repository.ts';
import { findSentId, requireCurrentVersion, type WriteContext } from '#server/platform/writing.ts';
import { readAssignment } from './assignment.ts';
import {
  deleteAssignments,
  findBrandNames,
  findAssignmentsOf,
  insertAssignment,
  lockAssignments,
  lockSalesman,
  updateAssignment,
} from './country-salesmen.repository.ts';

type AssignmentInput = { country: string; brand: string; salesmanId: number };
type AssignmentContext = WriteContext & Pick<CallContext, 'queueLetter'>;
export type AssignmentColumns = { country: string; continent: string; brandId: string; salesmanId: number };
type Row = AssignmentColumns;

/** Creates an assignment. Throws INVALID with the wrong fields. */
export async function createAssignment(
  context: AssignmentContext,
  body: Body<typeof countrySalesmen.create>,
): Promise<Assignment> {
  const createdId = await context.database.transact(async (trx) => {
    const salesmanId = findSentId({ salesmanId: body.salesmanId, salesman: body.salesman });
    if (salesmanId === undefined) throw invalid({ salesmanId: fieldMessages.salesman });
    const row = await acceptRow(trx, context, { ...body, salesmanId });
    const id = await insertAssignment(trx, row);
    if (id === null) throw invalid({ salesmanId: fieldMessages.assignmentTaken });
    await recordChange(trx, context, { action: 'assignment.create', id, after: row });
    await notifyStaff(trx, context, { change: 'created', row });
    return id;
  });
  return readAssignment(context.database.kysely, createdId);
}

type AssignmentChange = Body<typeof countrySalesmen.update>;

/**
 * Changes the sent fields of an assignment; a call with the current values changes nothing. Throws STALE, RESULTS_NOT_FOUND, or
 * NOT_YOUR_TERRITORY for an assignment that the actor may not write.
 */
export async function changeAssignment(
  context: AssignmentContext,
  id: number,
  body: AssignmentChange,
): Promise<Assignment> {
  try {
    await context.database.transact(async (trx) => {
      const [before] = await lockAssignments(trx, [id]);
      const canWrite = await createWriteCheck(trx, context.actor);
      if (!before) throw problem('RESULTS_NOT_FOUND');
      if (!canWrite(before.country, before.brandId)) throw problem('NOT_YOUR_TERRITORY');
      requireCurrentVersion(before, body.version);
      const { country, brand, salesmanId, salesman } = body;
      const row = await acceptRow(trx, context, {
        country: country ?? before.country,
        brand: brand ?? before.brandId,
        salesmanId: findSentId({ salesmanId, salesman }, before.salesmanId) ?? before.salesmanId,
      });
      if (isDeepStrictEqual(row, toRow(before))) return;
      await updateAssignment(trx, id, row);
      await recordChange(trx, context, { action: 'assignment.update', id, before: toRow(before), after: row });
      await notifyStaff(trx, context, { change: 'changed', row: toRow(before) });
      if (row.salesmanId !== before.salesmanId) await notifySalesman(trx, context, { change: 'changed', row });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw invalid({ salesmanId: fieldMessages.assignmentTaken });
  }
  return readAssignment(context.database.kysely, id);
}

/** An assignment to delete. If `version` is given, the assignment is deleted only if it still has this version. */
type AssignmentToDelete = { id: number; version?: number | undefined };

/** Deletes an assignment. Throws STALE, RESULTS_NOT_FOUND, or NOT_YOUR_TERRITORY for an assignment that the actor may not delete. */
export async function removeAssignment(context: AssignmentContext, toDelete: AssignmentToDelete): Promise<void> {
  const { results } = await removeAssignments(context, [toDelete]);
  if (results[0]?.message === problem('STALE').message) throw problem('STALE');
  if (results[0]?.outcome === 'refused') throw problem('NOT_YOUR_TERRITORY');
  if (results[0]?.outcome !== 'deleted') throw problem('RESULTS_NOT_FOUND');
}

/** Undoes the creation of an assignment. Throws CHANGED_SINCE, or NOT_YOUR_TERRITORY for one that the actor may no longer delete. */
export const restoreAssignment: Restore = async (trx, context, { subjectId: id }) => {
  const [row] = await lockAssignments(trx, [id]);
  if (row?.version !== 1) throw problem('CHANGED_SINCE');
  const canWrite = await createWriteCheck(trx, context.actor);
  if (!canWrite(row.country, row.brandId)) throw problem('NOT_YOUR_TERRITORY');
  await deleteAssignments(trx, [id]);
  await recordChange(trx, context, { action: 'assignment.delete', id, before: toRow(row) });
  return [];
};

/**
 * Deletes all assignments that the actor may delete, in one statement, and returns the outcome of each id. An assignment that no longer has
 * the given version is refused, and the others are deleted.
 */
export function removeAssignments(
  context: AssignmentContext,
  toDelete: readonly AssignmentToDelete[],
): Promise<Reply<typeof countrySalesmen.removeMany>> {
  const ids = [...new Set(toDelete.map(({ id }) => id))];
  return context.database.transact(async (trx) => {
    const assignmentsById = new Map((await lockAssignments(trx, ids)).map((row) => [row.id, row]));
    const canWrite = await createWriteCheck(trx, context.actor);
    const staleIds = new Set(
      toDelete
        .filter(({ id, version }) => version !== undefined && version !== assignmentsById.get(id)?.version)
        .map(({ id }) => id),
    );
    const results = ids.map((id) => {
      const row = assignmentsById.get(id);
      if (!row) return { id, outcome: 'notFound' as const };
      if (!canWrite(row.country, row.brandId))
        return { id, outcome: 'refused' as const, message: serverMessages.countryNotHeld };
      if (staleIds.has(id)) return { id, outcome: 'refused' as const, message: problem('STALE').message };
      return { id, outcome: 'deleted' as const };
    });
    const deletedIds = results.filter(({ outcome }) => outcome === 'deleted').map(({ id }) => id);
    await deleteAssignments(trx, deletedIds);
    const deletedRows = deletedIds.flatMap((id) => assignmentsById.get(id) ?? []);
    for (const row of deletedRows)
      await recordChange(trx, context, { action: 'assignment.delete', id: row.id, before: toRow(row) });
    // The e-mails are queued after all audit entries, because the newest entry stays locked until the commit.
    for (const row of deletedRows) await notifyStaff(trx, context, { change: 'deleted', row });
    return { results };
  });
}

/**
 * Returns a function that says whether the actor may write assignments of a country and brand: administrators all, salesmen only those that
 * they hold themselves. A salesman can therefore hand over a part of the territory, and never get a new part, not even with the help of a
 * colleague.
 */
async function createWriteCheck(trx: Trx, actor: Actor): Promise<(country: string, brand: string) => boolean> {
  if (findRole(actor.profileID) === 'Administrator') return () => true;
  const ownAssignments = await findAssignmentsOf(trx, actor.userId);
  return (country, brand) => ownAssignments.some((row) => row.country === country && row.brandId === brand);
}

/** Checks an assignment and returns its columns. Throws INVALID with a message for each wrong field. */
async function acceptRow(trx: Trx, { actor }: AssignmentContext, body: AssignmentInput): Promise<Row> {
  const { country, brand, salesmanId } = body;
  const canWrite = await createWriteCheck(trx, actor);
  const continent = findContinent(country);
  if (continent === null) throw invalid({ country: fieldMessages.notAllowed });
  const brands = await findBrandNames(trx);
  const isSalesman = (await lockSalesman(trx, salesmanId)) !== undefined;
  const fields = {
    ...(!canWrite(country, brand) && { country: serverMessages.countryNotHeld }),
    ...(!brands.some(({ id }) => id === brand) && { brand: fieldMessages.notAllowed }),
    ...(!isSalesman && { salesmanId: fieldMessages.notAllowed }),
  };
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return { country, continent, brandId: brand, salesmanId };
}

type NotifiedChange = { change: LetterOf<'assignmentChanged'>['change']; row: Row };

/** If a salesman has changed an assignment, the administrators and the salesman of the assignment get an e-mail. */
async function notifyStaff(trx: Trx, context: AssignmentContext, { change, row }: NotifiedChange): Promise<void> {
  if (findRole(context.actor.profileID) === 'Administrator') return;
  const letter = await createLetter(trx, context, { change, row });
  for (const administrator of await findAdministrators(trx))
    await context.queueLetter(trx, { ...letter, ...administrator });
  await notifySalesman(trx, context, { change, row });
}

async function notifySalesman(trx: Trx, context: AssignmentContext, { change, row }: NotifiedChange): Promise<void> {
  const { actor, queueLetter } = context;
  if (findRole(actor.profileID) === 'Administrator' || row.salesmanId === actor.userId) return;
  const letter = await createLetter(trx, context, { change, row });
  const { id: userId, login: to, brandId, firstName } = await readUser(trx, row.salesmanId);
  await queueLetter(trx, { ...letter, to, userId, brandId, firstName });
}

async function createLetter(trx: Trx, { actor, at }: AssignmentContext, { change, row }: NotifiedChange) {
  const brands = await findBrandNames(trx);
  return {
    kind: 'assignmentChanged' as const,
    change,
    country: findCountryName(row.country),
    brand: brands.find(({ id }) => id === row.brandId)?.name ?? row.brandId,
    salesman: { userId: row.salesmanId, name: formatName(await readUser(trx, row.salesmanId)) },
    by: { userId: actor.userId, name: formatName(await readUser(trx, actor.userId)) },
    at,
  };
}

const toRow = ({ country, continent, brandId, salesmanId }: Row): Row => ({
  country,
  continent,
  brandId,
  salesmanId,
});

type AssignmentEvent = { action: AuditAction; id: number; before?: Row; after?: Row };

const recordChange = (trx: Trx, context: AssignmentContext, change: AssignmentEvent): Promise<void> =>
  recordAudit(trx, createAssignmentAuditEntry(context, change));

/** Creates the audit entry of a change to an assignment. The entry uses the column names of the table, like older entries. */
export const createAssignmentAuditEntry = (
  writer: AuditWriter,
  { id, action, before, after }: AssignmentEvent,
): AuditEntry =>
  createAuditEntry(writer, {
    action,
    subject: { kind: 'assignment', id },
    ...(before && { before: toStoredFields(before) }),
    ...(after && { after: toStoredFields(after) }),
  });

const toStoredFields = (row: Row): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value]));
