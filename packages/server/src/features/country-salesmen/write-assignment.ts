import type { AuditAction } from '@basics/contract/audit-actions.ts';
import type { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { findRole } from '@basics/contract/permissions.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import { isDeepStrictEqual } from 'node:util';
import { isUniqueViolation } from '#server/database/database.ts';
import type { Trx } from '#server/database/database.ts';
import { snakeCase } from '#server/database/names.ts';
import { findContinent } from '#server/platform/countries/countries.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { findSentPerson } from '#server/platform/sent-person.ts';
import { createAuditEntry, requireCurrentVersion } from '#server/platform/writing.ts';
import type { AuditWriter, WriteContext } from '#server/platform/writing.ts';
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
export type AssignmentColumns = { country: string; continent: string; brandId: string; salesmanId: number };
type Row = AssignmentColumns;

/** Creates an assignment and returns its id. Throws INVALID with the wrong fields. */
export function createAssignment(context: WriteContext, body: Body<typeof countrySalesmen.create>): Promise<number> {
  return context.database.transact(async (trx) => {
    const salesmanId = findSentPerson({ salesmanId: body.salesmanId, salesman: body.salesman });
    if (salesmanId === undefined) throw invalid({ salesmanId: fieldMessages.salesman });
    const row = await acceptRow(trx, context, { ...body, salesmanId });
    const id = await insertAssignment(trx, row);
    if (id === null) throw invalid({ salesmanId: fieldMessages.assignmentTaken });
    await recordChange(trx, context, { action: 'assignment.create', id, after: row });
    return id;
  });
}

type AssignmentChange = Body<typeof countrySalesmen.update>;

/** Changes the sent fields of an assignment; a call with the current values changes nothing. Throws STALE, or RESULTS_NOT_FOUND for an assignment that is missing or not in a country of the actor. */
export async function replaceAssignment(context: WriteContext, id: number, body: AssignmentChange): Promise<void> {
  try {
    await context.database.transact(async (trx) => {
      const [before] = await lockAssignments(trx, [id]);
      const canWrite = await createWriteCheck(trx, context.actor);
      if (!before || !canWrite(before.country)) throw problem('RESULTS_NOT_FOUND');
      requireCurrentVersion(before, body.version);
      const { country, brand, salesmanId, salesman } = body;
      const row = await acceptRow(trx, context, {
        country: country ?? before.country,
        brand: brand ?? before.brandId,
        salesmanId: findSentPerson({ salesmanId, salesman }, before.salesmanId) ?? before.salesmanId,
      });
      if (isDeepStrictEqual(row, toRow(before))) return;
      await updateAssignment(trx, id, row);
      await recordChange(trx, context, { action: 'assignment.update', id, before: toRow(before), after: row });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw invalid({ salesmanId: fieldMessages.assignmentTaken });
  }
}

/** An assignment to delete. If `version` is given, the assignment is deleted only if it still has this version. */
export type AssignmentToDelete = { id: number; version?: number | undefined };

/** Deletes an assignment. Throws STALE, or RESULTS_NOT_FOUND for an assignment that the actor may not delete. */
export async function removeAssignment(context: WriteContext, toDelete: AssignmentToDelete): Promise<void> {
  const { results } = await removeAssignments(context, [toDelete]);
  if (results[0]?.message === problem('STALE').message) throw problem('STALE');
  if (results[0]?.outcome !== 'deleted') throw problem('RESULTS_NOT_FOUND');
}

/**
 * Deletes all assignments that the actor may delete, in one statement, and returns the outcome of each id. An assignment that no longer has
 * the given version is refused, and the others are deleted.
 */
export function removeAssignments(
  context: WriteContext,
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
      if (!canWrite(row.country)) return { id, outcome: 'refused' as const, message: fieldMessages.countryNotHeld };
      if (staleIds.has(id)) return { id, outcome: 'refused' as const, message: problem('STALE').message };
      return { id, outcome: 'deleted' as const };
    });
    const deletedIds = results.filter(({ outcome }) => outcome === 'deleted').map(({ id }) => id);
    await deleteAssignments(trx, deletedIds);
    for (const id of deletedIds) {
      const oldRow = assignmentsById.get(id);
      if (oldRow) await recordChange(trx, context, { action: 'assignment.delete', id, before: toRow(oldRow) });
    }
    return { results };
  });
}

/**
 * Returns a function that says whether the actor may write assignments of a country (and brand): administrators of all countries, salesmen
 * of their assigned countries.
 */
async function createWriteCheck(trx: Trx, actor: Actor): Promise<(country: string, brand?: string) => boolean> {
  if (findRole(actor.profileID) === 'Administrator') return () => true;
  const ownAssignments = await findAssignmentsOf(trx, actor.userId);
  return (country, brand) =>
    ownAssignments.some((row) => row.country === country && (brand === undefined || row.brandId === brand));
}

/**
 * Checks an assignment and returns its columns. Salesmen can assign their own countries to others, but cannot assign a new country or brand to
 * themselves, because an assignment gives access to its customers.
 */
async function acceptRow(trx: Trx, { actor }: WriteContext, body: AssignmentInput): Promise<Row> {
  const { country, brand, salesmanId } = body;
  const canWrite = await createWriteCheck(trx, actor);
  const continent = findContinent(country);
  if (continent === null) throw invalid({ country: fieldMessages.notAllowed });
  const brands = await findBrandNames(trx);
  const isSalesman = (await lockSalesman(trx, salesmanId)) !== undefined;
  const assignsToSelf = salesmanId === actor.userId && !canWrite(country, brand);
  const fields = {
    ...(!canWrite(country) && { country: fieldMessages.countryNotHeld }),
    ...(!brands.some(({ id }) => id === brand) && { brand: fieldMessages.notAllowed }),
    ...(!isSalesman && { salesmanId: fieldMessages.notAllowed }),
    ...(isSalesman && assignsToSelf && { salesmanId: fieldMessages.notYourself }),
  };
  if (Object.keys(fields).length > 0) throw invalid(fields);
  return { country, continent, brandId: brand, salesmanId };
}

const toRow = ({ country, continent, brandId, salesmanId }: Row): Row => ({
  country,
  continent,
  brandId,
  salesmanId,
});

type AssignmentEvent = { action: AuditAction; id: number; before?: Row; after?: Row };

const recordChange = (trx: Trx, context: WriteContext, change: AssignmentEvent): Promise<void> =>
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
