import { limits } from '@basics/contract/calls/limits.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import * as z from 'zod/mini';
import { parseTexts } from '#server/database/columns.ts';
import type { Trx } from '#server/database/foundation.ts';
import { findCompanyGrants, storeCompanyGrant } from '#server/features/companies/company-grants.repository.ts';
import { findSeatHolders } from '#server/features/licenses/seats/company-seats.repository.ts';
import { toGrantedTool } from '#server/features/users/user.ts';
import { changeUser, findGrantsOfUsers, readUser, replaceGrants } from '#server/features/users/users.repository.ts';
import type { AuditedChange } from '#server/platform/audit/audit.ts';
import { days, toUtcDay } from '#server/platform/clock/clock.ts';
import { invalid } from '#server/platform/problem.ts';
import { findTerms, isSameTerms, mergeTerms, type DatedTerms, type GrantTerms } from './order-terms.ts';
import { findLinesOfOwner, findOrderedGrant, storeOrderedGrant, type GrantOwner } from './orders.repository.ts';

/** The tool of a brand for which a user or a company has PCs. */
export type GrantKey = { owner: GrantOwner; toolId: string; brandId: string };

/** What a grant is now and what it becomes by the orders; `base` is what staff had entered before the first order. */
export type GrantPlan = GrantKey & {
  stored: GrantTerms | null;
  merged: GrantTerms;
  dated: DatedTerms;
  base: GrantTerms | null;
};

const termsShape = z.object({
  pcs: z.nullable(z.int()),
  validFrom: z.nullable(z.string()),
  validTo: z.nullable(z.string()),
  configTools: z.array(z.string()),
});
const readTerms = (text: string): GrantTerms => termsShape.parse(JSON.parse(text));

/**
 * Reads what a grant becomes by all orders of its owner, who is locked. Throws INVALID for more PCs than a company can buy; `path` is the field
 * that the message names.
 */
export async function planGrant(
  trx: Trx,
  key: GrantKey,
  { at, path }: { at: number; path: string },
): Promise<GrantPlan> {
  const stored = await findStoredTerms(trx, key);
  const ordered = await findOrderedGrant(trx, key);
  const before = ordered ? readTerms(ordered.terms) : null;
  const base = ordered ? (ordered.base === null ? null : readTerms(ordered.base)) : stored;
  const rows = await findLinesOfOwner(trx, key.owner, key);
  const lines = rows.map((row) => ({ ...row, configTools: parseTexts(row.configTools) }));
  const dated = findTermsWithBase(lines, base, toUtcDay(at)) ?? {
    terms: await endWithLicences(trx, key, { stored, at }),
    nextDay: null,
  };
  if ((dated.terms.pcs ?? 0) > limits.company.pcs) throw invalid({ [path]: serverMessages.orderTooMany });
  return { ...key, stored, dated, base, merged: mergeTerms(stored, before, dated.terms) };
}

/** Writes the planned grant. Returns the audit entry of the change, or null if the grant stays as it is. */
export async function writeGrant(trx: Trx, plan: GrantPlan, order: string | null): Promise<AuditedChange | null> {
  const { stored, merged, dated, base } = plan;
  await storeOrderedGrant(trx, plan, {
    terms: JSON.stringify(dated.terms),
    base: base === null ? null : JSON.stringify(base),
    nextDay: dated.nextDay,
  });
  if (stored && isSameTerms(stored, merged)) return null;
  const { owner } = plan;
  return owner.companyId === null
    ? writeUserGrant(trx, { ...plan, userId: owner.userId })
    : writeCompanyGrant(trx, { ...plan, companyId: owner.companyId, order });
}

type Line = GrantTerms & { pcs: number };

/**
 * What staff had entered before the first order stays: its PCs are added to those of the orders, or, if it has no number of PCs, it counts again
 * when all orders have ended.
 */
function findTermsWithBase(lines: readonly Line[], base: GrantTerms | null, today: string): DatedTerms | null {
  const lasting = lines.filter(({ pcs, validTo }) => pcs > 0 && (validTo === null || validTo >= today));
  if (base && lasting.length === 0) return { terms: base, nextDay: null };
  return findTerms([...lines, ...(base && base.pcs !== null ? [{ ...base, pcs: base.pcs }] : [])], today);
}

/** The terms of cancelled orders: no further PC, and an end with the last licence in use, so that no licence is renewed beyond it. */
async function endWithLicences(
  trx: Trx,
  { owner, toolId, brandId }: GrantKey,
  { stored, at }: { stored: GrantTerms | null; at: number },
): Promise<GrantTerms> {
  const holders = await findSeatHolders(trx, { ...pickOwner(owner), toolId, brandId, now: at });
  const lastExpiry = Math.max(at - days(1), ...holders.map(({ expiresAt }) => expiresAt));
  const validTo = toUtcDay(lastExpiry);
  const validFrom = stored?.validFrom ?? null;
  return {
    pcs: 0,
    validFrom: validFrom !== null && validFrom > validTo ? validTo : validFrom,
    validTo,
    configTools: stored?.configTools ?? [],
  };
}

export const pickOwner = (owner: GrantOwner): { companyId: number } | { userId: number } =>
  owner.companyId === null ? { userId: owner.userId } : { companyId: owner.companyId };

async function findStoredTerms(trx: Trx, { owner, toolId, brandId }: GrantKey): Promise<GrantTerms | null> {
  const rows =
    owner.companyId === null
      ? await findGrantsOfUsers(trx, [owner.userId])
      : await findCompanyGrants(trx, owner.companyId);
  const row = rows.find((grant) => grant.toolId === toolId && grant.brandId === brandId);
  if (!row) return null;
  const { pcs, validFrom, validTo } = row;
  return { pcs, validFrom, validTo, configTools: parseTexts(row.configTools) };
}

async function writeUserGrant(
  trx: Trx,
  { userId, toolId, brandId, merged }: GrantPlan & { userId: number },
): Promise<AuditedChange> {
  const before = (await findGrantsOfUsers(trx, [userId])).map(toGrantedTool);
  const { pcs, configTools, validFrom, validTo } = merged;
  const grant = {
    tool: toolId,
    brand: brandId,
    configTools: [...configTools],
    validFrom,
    validTo,
    ...(pcs !== null && { pcs }),
  };
  const after = [...before.filter(({ tool, brand }) => tool !== toolId || brand !== brandId), grant];
  await changeUser(trx, await readUser(trx, userId), {});
  await replaceGrants(trx, userId, after);
  return {
    action: 'user.update',
    subject: { kind: 'user', id: userId },
    before: { tools: before },
    after: { tools: after },
  };
}

async function writeCompanyGrant(
  trx: Trx,
  { companyId, toolId, brandId, stored, merged, order }: GrantPlan & { companyId: number; order: string | null },
): Promise<AuditedChange> {
  const grants = await findCompanyGrants(trx, companyId);
  const grant = grants.find((row) => row.toolId === toolId && row.brandId === brandId);
  const { configTools, ...terms } = merged;
  const source = order ?? grant?.source ?? null;
  const written = { companyId, toolId, brandId, ...terms, source, reason: grant?.reason ?? '' };
  await storeCompanyGrant(trx, { ...written, configTools: JSON.stringify(configTools) });
  return {
    action: 'company.setSeats',
    subject: { kind: 'company', id: companyId },
    ...(stored && { before: { toolId, brandId, ...stored } }),
    after: { toolId, brandId, ...merged, source },
  };
}
