import type { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Body, Reply } from '@basics/contract/endpoint.ts';
import { findRole } from '@basics/contract/permissions.ts';
import { words } from '@basics/contract/words.ts';
import { isUniqueViolation } from '#server/database/database.ts';
import type { Trx } from '#server/database/database.ts';
import { snakeCase } from '#server/database/names.ts';
import { findContinent } from '#server/platform/countries/countries.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { createAuditEntry } from '#server/platform/writing.ts';
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

type AssignmentInput = Body<typeof countrySalesmen.create>;
export type AssignmentColumns = { country: string; continent: string; brandId: string; salesmanId: number };
type Row = AssignmentColumns;

/** The new assignment's id; throws INVALID with the wrong fields. */
export function createAssignment(writing: WriteContext, body: AssignmentInput): Promise<number> {
  return writing.database.transact(async (trx) => {
    const row = await acceptRow(trx, writing, body);
    const id = await insertAssignment(trx, row);
    if (id === null) throw invalid({ salesmanId: words.assignmentTaken });
    await recordChange(trx, writing, { action: 'assignment.create', id, after: row });
    return id;
  });
}

type AssignmentChange = Body<typeof countrySalesmen.update>;

/** Throws RESULTS_NOT_FOUND for a row that is missing or not in a country of the actor, or STALE. */
export async function replaceAssignment(writing: WriteContext, id: number, body: AssignmentChange): Promise<void> {
  try {
    await writing.database.transact(async (trx) => {
      const [before] = await lockAssignments(trx, [id]);
      const mayWrite = await findWritableCountries(trx, writing.actor);
      if (!before || !mayWrite(before.country)) throw problem('RESULTS_NOT_FOUND');
      if (body.version !== undefined && body.version !== before.version) throw problem('STALE');
      const row = await acceptRow(trx, writing, body);
      await updateAssignment(trx, id, row);
      await recordChange(trx, writing, { action: 'assignment.update', id, before: toRow(before), after: row });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw invalid({ salesmanId: words.assignmentTaken });
  }
}

/** Deletes all rows that the actor may delete, in one statement, and returns the outcome of each id. */
export function removeAssignments(
  writing: WriteContext,
  ids: readonly number[],
): Promise<Reply<typeof countrySalesmen.removeMany>> {
  return writing.database.transact(async (trx) => {
    const found = new Map((await lockAssignments(trx, ids)).map((row) => [row.id, row]));
    const mayWrite = await findWritableCountries(trx, writing.actor);
    const results = [...new Set(ids)].map((id) => {
      const row = found.get(id);
      if (!row) return { id, outcome: 'notFound' as const };
      if (!mayWrite(row.country)) return { id, outcome: 'refused' as const, message: words.countryNotHeld };
      return { id, outcome: 'deleted' as const };
    });
    const deleted = results.filter(({ outcome }) => outcome === 'deleted').map(({ id }) => id);
    await deleteAssignments(trx, deleted);
    for (const id of deleted) {
      const before = found.get(id);
      if (before) await recordChange(trx, writing, { action: 'assignment.delete', id, before: toRow(before) });
    }
    return { results };
  });
}

/** Where the actor may write: an administrator everywhere, a salesman in the countries assigned to them. */
async function findWritableCountries(trx: Trx, actor: Actor): Promise<(country: string, brand?: string) => boolean> {
  if (findRole(actor.profileID) === 'Administrator') return () => true;
  const held = await findAssignmentsOf(trx, actor.userId);
  return (country, brand) =>
    held.some((row) => row.country === country && (brand === undefined || row.brandId === brand));
}

/**
 * The row after the change. A salesman can assign their own countries to others, but cannot assign themselves a new country or brand: an
 * assignment gives access to its customers.
 */
async function acceptRow(trx: Trx, { actor }: WriteContext, body: AssignmentInput): Promise<Row> {
  const { country, brand, salesmanId } = body;
  const mayWrite = await findWritableCountries(trx, actor);
  const continent = findContinent(country);
  if (continent === null) throw invalid({ country: words.notAllowed });
  const brands = await findBrandNames(trx);
  const isSalesman = (await lockSalesman(trx, salesmanId)) !== undefined;
  const assignsToSelf = salesmanId === actor.userId && !mayWrite(country, brand);
  const fields = {
    ...(!mayWrite(country) && { country: words.countryNotHeld }),
    ...(!brands.some(({ id }) => id === brand) && { brand: words.notAllowed }),
    ...(!isSalesman && { salesmanId: words.notAllowed }),
    ...(isSalesman && assignsToSelf && { salesmanId: words.notYourself }),
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

type Change = { action: string; id: number; before?: Row; after?: Row };

const recordChange = (trx: Trx, writing: WriteContext, change: Change): Promise<void> =>
  recordAudit(trx, toAuditEntry(writing, change));

/** The audit entry of a change to an assignment; its field names are those of the table, for compatibility with old entries. */
export const toAuditEntry = (writer: AuditWriter, { id, action, before, after }: Change): AuditEntry =>
  createAuditEntry(writer, {
    action,
    subject: { kind: 'assignment', id },
    ...(before && { before: toStoredFields(before) }),
    ...(after && { after: toStoredFields(after) }),
  });

const toStoredFields = (row: Row): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value]));
