import type { Body, Params } from '@basics/contract/calls/endpoint.ts';
import type { policies, Policy, PolicyImpact, Terms } from '@basics/contract/policies/policies.ts';
import type { Trx } from '#server/database/foundation.ts';
import { toUtcDay } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import {
  countActiveLicenses,
  countUsersOfPolicies,
  findPoliciesByKeys,
  findUsersAboveLimit,
  lockPolicies,
  writeTerms,
} from './policies.repository.ts';
import type { PolicyRow } from './policies.repository.ts';
import { changeTerms, isSameTerms, toPolicy, toPolicyKeys, requireCurrentVersions, pickTerms } from './policy.ts';

type PolicyKey = Params<typeof policies.update>;
type PolicyInput = Body<typeof policies.update>;

/**
 * Writes the terms to a policy and to the policies of the other requested brands, all of them or none. Policies that already have the new
 * terms are not changed. Returns the policy. A change applies to the next licence; issued licences keep their terms.
 */
export function writePolicies(context: WriteContext, key: PolicyKey, body: PolicyInput): Promise<Policy> {
  const { keys, versions } = toPolicyKeys(key, body);
  // What the body leaves out keeps its value.
  const toNewSettings = (row: PolicyRow): Settings => ({
    bridge: body.bridge ?? row.bridge === 1,
    renewalDays: body.renewalDays === undefined ? row.renewalDays : body.renewalDays,
  });
  return context.database.transact(async (trx) => {
    const rows = await lockPolicies(trx, keys);
    requireCurrentVersions(rows, versions);
    const changes = rows
      .map((row) => ({ row, terms: changeTerms(row, body), settings: toNewSettings(row) }))
      .filter(({ row, terms, settings }) => !isSameTerms(row, terms) || !isSameSettings(readSettings(row), settings));
    for (const { row, terms, settings } of changes) {
      const { bridge, renewalDays } = settings;
      await writeTerms(trx, row, { ...terms, bridge: bridge ? 1 : 0, renewalDays });
    }
    const updatedRow = (await findPoliciesByKeys(trx, keys)).find(({ brandId }) => brandId === key.brand);
    if (!updatedRow) throw problem('RESULTS_NOT_FOUND');
    for (const change of changes) await recordPolicyChange(trx, context, change);
    return toPolicy(updatedRow);
  });
}

/** Counts the users and licences that the new terms would affect. Nothing is written. */
export async function previewPolicies(
  { db, at }: Pick<CallContext, 'db' | 'at'>,
  key: PolicyKey,
  body: PolicyInput,
): Promise<{ reach: PolicyImpact }> {
  const now = { at, today: toUtcDay(at) };
  const { keys, versions } = toPolicyKeys(key, body);
  const rows = await findPoliciesByKeys(db, keys);
  requireCurrentVersions(rows, versions);
  const [seats = 0] = rows.filter(({ brandId }) => brandId === key.brand).map((row) => changeTerms(row, body).seats);
  const usersAboveLimit = await findUsersAboveLimit(db, keys, { now, seats });
  return {
    reach: {
      people: await countUsersOfPolicies(db, keys, now),
      activeLicenses: await countActiveLicenses(db, keys, now),
      peopleAboveSeats: usersAboveLimit.length,
      machinesAboveSeats: usersAboveLimit.reduce((sum, { machines }) => sum + machines - seats, 0),
    },
  };
}

type Settings = { bridge: boolean; renewalDays: number | null };

const readSettings = ({ bridge, renewalDays }: PolicyRow): Settings => ({ bridge: bridge === 1, renewalDays });

const isSameSettings = (one: Settings, other: Settings): boolean =>
  one.bridge === other.bridge && one.renewalDays === other.renewalDays;

type PolicyChange = { row: PolicyRow; terms: Terms; settings: Settings };

/** Records in the audit log the terms, and the optional settings that differ. */
function recordPolicyChange(trx: Trx, context: WriteContext, { row, terms, settings }: PolicyChange): Promise<void> {
  const oldSettings = readSettings(row);
  const pickChanged = ({ bridge, renewalDays }: Settings): Partial<Settings> => ({
    ...(oldSettings.bridge !== settings.bridge && { bridge }),
    ...(oldSettings.renewalDays !== settings.renewalDays && { renewalDays }),
  });
  return recordAction(trx, context, {
    action: 'policy.update',
    subject: { kind: 'policy', id: `${row.profileId}/${row.toolId}/${row.brandId}` },
    before: { ...pickTerms(row), ...pickChanged(oldSettings) },
    after: { ...terms, ...pickChanged(settings) },
  });
}
