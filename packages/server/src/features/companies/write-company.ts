import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { companies, ListedCompany } from '@basics/contract/companies/companies.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { isUniqueViolation } from '#server/database/failures.ts';
import type { Trx } from '#server/database/foundation.ts';
import { rewriteSearchTexts } from '#server/features/users/list/search-users.repository.ts';
import { findTerritories, isCompanySeenOnlyAsDeputy } from '#server/features/users/scope.repository.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { isCountry } from '#server/platform/countries/countries.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import { invalid } from '#server/platform/problem.ts';
import {
  applyChanges,
  requireCurrentVersion,
  type WriteAndReadContext,
  type WriteContext,
} from '#server/platform/writing.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  insertCompany,
  renameLabels,
  updateCompany,
  type CompanyFields,
  type CompanyRow,
} from './companies.repository.ts';
import { lockOrRefuse, readCompany } from './company.ts';
import { joinCompany } from './members.ts';
import { lockPeople } from './members.repository.ts';

/**
 * Creates a company, with users in the actor's scope as its members. Throws INVALID, USER_NOT_FOUND, OTHER_COMPANY, NOT_A_CUSTOMER, and then
 * creates nothing.
 */
export async function createCompany(
  context: WriteAndReadContext,
  { members = [], managers = [], ...body }: Body<typeof companies.create>,
): Promise<ListedCompany> {
  const { database, actor } = context;
  const fields: CompanyFields = { ...toStoredFields(body), status: 'active' };
  const ids = [...new Set([...managers, ...members])];
  const id = await withExternalRefCheck(() =>
    database.transact(async (trx) => {
      const people = ids.length > 0 ? await lockPeople(trx, actor, ids) : [];
      const companyId = await insertAndRecord(trx, context, fields);
      await joinCompany(trx, context, { company: { id: companyId, name: fields.name }, people, ids, managers });
      return companyId;
    }),
  );
  return readCompany({ ...context, db: database.kysely }, id);
}

/** Creates a company without members, with its audit entry. Throws INVALID for an unknown country. */
export async function insertAndRecord(trx: Trx, context: WriteContext, sentFields: SentFields): Promise<number> {
  const { actor, at } = context;
  const fields = toStoredFields(sentFields);
  const createdBy = await findCreator(trx, actor, fields.country);
  const companyId = await insertCompany(trx, { ...fields, createdBy, createdAt: at });
  await recordAction(trx, context, {
    action: 'company.create',
    subject: { kind: 'company', id: companyId },
    after: fields,
  });
  return companyId;
}

/**
 * Finds who has created a company: in a country of an absent salesman, this salesman, so that the deputy does not keep the company. For the same
 * reason, a deputy names a country of one of the territories. Throws INVALID.
 */
async function findCreator(trx: Trx, { userId, deputyFor = [] }: Actor, country: string | null): Promise<number> {
  if (deputyFor.length === 0) return userId;
  const holders = (await findTerritories(trx, [userId, ...deputyFor])).filter((held) => held.country === country);
  const [firstHolder] = holders;
  if (!firstHolder) throw invalid({ country: fieldMessages.notAllowed });
  return !holders.some(({ salesmanId }) => salesmanId === userId) ? firstHolder.salesmanId : userId;
}

/**
 * Changes the sent fields of a company. A new name becomes the label Company of its members. Throws RESULTS_NOT_FOUND, STALE, INVALID.
 */
export async function changeCompany(
  context: WriteAndReadContext,
  id: number,
  { version, ...changes }: Body<typeof companies.update>,
): Promise<ListedCompany> {
  const { database, actor } = context;
  await withExternalRefCheck(() =>
    database.transact(async (trx) => {
      const row = await lockOrRefuse(trx, actor, id);
      requireCurrentVersion(row, version);
      const before = pickFields(row);
      const after = toStoredFields(applyChanges(before, changes));
      if (isDeepStrictEqual(before, after)) return;
      // With another country, a deputy could keep the company after the absence.
      if (after.country !== before.country && (await isCompanySeenOnlyAsDeputy(trx, actor, id)))
        throw invalid({ country: fieldMessages.notAllowed });
      await updateCompany(trx, id, after);
      if (after.name !== before.name) await rewriteSearchTexts(trx, await renameLabels(trx, id, after.name));
      await recordAction(trx, context, {
        action: 'company.update',
        subject: { kind: 'company', id },
        before,
        after,
      });
    }),
  );
  return readCompany({ ...context, db: database.kysely }, id);
}

const pickFields = ({ name, country, externalRef, crmAccount, status }: CompanyRow): CompanyFields => ({
  name,
  country,
  externalRef,
  crmAccount,
  status,
});

type SentFields = Omit<CompanyFields, 'status'> & Partial<Pick<CompanyFields, 'status'>>;

/** An empty text is no value. */
const toValue = (text: string | null): string | null => (text?.trim() ? text.trim() : null);

/** Returns the fields to store: an empty text is no value. Throws INVALID for an unknown country. */
function toStoredFields({ status = 'active', name, country, externalRef, crmAccount }: SentFields): CompanyFields {
  if (country !== null && !isCountry(country)) throw invalid({ country: fieldMessages.notAllowed });
  return { name: name.trim(), country, externalRef: toValue(externalRef), crmAccount: toValue(crmAccount), status };
}

async function withExternalRefCheck<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'companies', ['externalRef'])) throw error;
    throw invalid({ externalRef: serverMessages.externalRefTaken });
  }
}
