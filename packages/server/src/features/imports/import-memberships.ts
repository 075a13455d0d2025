import type { RowError } from '@basics/contract/imports/imports.ts';
import { findMessage } from '@basics/contract/calls/problems.ts';
import { isStaffProfile } from '@basics/contract/calls/permissions.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import {
  findByReferences,
  readReferences,
  type ReferencedCompany,
} from '#server/features/companies/companies.repository.ts';
import { joinCompany } from '#server/features/companies/members.ts';
import { lockPeople } from '#server/features/companies/members.repository.ts';
import type { CsvRow } from '#server/platform/csv/read-csv.ts';
import { serverTexts } from '#server/platform/texts/language.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import type { ExistingUser, UserStep } from './plan-user.ts';
import { splitIntoChunks } from './plan.ts';

const column = 'companyRef';

/**
 * Returns a function that finds the company that a row makes its user a member of: null if the row changes no membership, an error if no
 * company has the reference, or if the user would leave a company. Only the page of a company takes a user out of it.
 */
export async function createMembershipPlan(db: Db, rows: readonly CsvRow[], existingUsers: Iterable<ExistingUser>) {
  const refs = [...new Set(rows.map(readRef))].filter((ref) => ref !== '');
  const companiesByRef = new Map<string, ReferencedCompany>();
  for (const chunk of splitIntoChunks(refs))
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    for (const company of await findByReferences(db, chunk)) companiesByRef.set(company.ref, company);
  const memberOf = [...existingUsers].flatMap(({ row }) => row.companyId ?? []);
  const companiesById = new Map(
    (await readReferences(db, [...new Set(memberOf)])).map((company) => [company.id, company]),
  );
  return (row: CsvRow, existing: ExistingUser | null): ReferencedCompany | null | { error: RowError } => {
    const ref = readRef(row);
    const current = existing?.row.companyId == null ? null : (companiesById.get(existing.row.companyId) ?? null);
    if (!row.cells.has(column) || ref === (current?.ref ?? '')) return null;
    const fail = (message: string) => ({ error: { row: row.row, column, message } });
    const { importFaults } = serverTexts();
    if (current !== null) return fail(importFaults.leavesCompany(current.name));
    const company = companiesByRef.get(ref);
    return company ?? fail(importFaults.company(ref));
  };
}

const readRef = ({ cells }: CsvRow): string => (cells.get(column) ?? '').trim();

/** Returns the step of a row whose user becomes a member of a company, or an error for a user who is staff after the import. */
export function addMembership(step: UserStep, company: ReferencedCompany): UserStep | RowError[] {
  const { body, update } = step;
  const profileId = body?.profileID ?? update?.changes.profileID ?? step.existing?.profileId ?? null;
  if (isStaffProfile(profileId)) return [{ row: step.row, column, message: findMessage('NOT_A_CUSTOMER') }];
  return {
    ...step,
    outcome: step.outcome === 'unchanged' ? 'changed' : step.outcome,
    fields: [...step.fields, { field: column, before: '', after: company.ref }],
    company,
  };
}

export type NewMember = { userId: number; company: ReferencedCompany };

/** Makes users members of their companies, with an audit entry for each company. */
export async function joinCompanies(trx: Trx, context: WriteContext, members: readonly NewMember[]): Promise<void> {
  for (const group of Map.groupBy(members, ({ company }) => company.id).values())
    for (const chunk of splitIntoChunks(group)) {
      const [first] = chunk;
      const ids = chunk.map(({ userId }) => userId);
      if (!first) continue;
      // oxlint-disable-next-line no-await-in-loop -- as above
      const people = await lockPeople(trx, context.actor, ids);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await joinCompany(trx, context, { company: first.company, people, ids, managers: [] });
    }
}
