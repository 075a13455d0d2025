import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { ServiceAccount, serviceAccounts } from '@basics/contract/integrations/service-accounts.ts';
import { isWithinPermissions } from '@basics/contract/calls/permissions.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { Trx } from '#server/database/foundation.ts';
import { findPermissions } from '#server/features/users/access/overrides.repository.ts';
import { findBrands } from '#server/features/users/users.repository.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { days, endOfDay, toUtcDay } from '#server/platform/clock/clock.ts';
import { isCountry } from '#server/platform/countries/countries.ts';
import { isProxyRange } from '#server/config/config-values.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { requireCurrentVersion, type WriteAndReadContext, type WriteContext } from '#server/platform/writing.ts';
import { createKey, findKeyPrefix, hashKey } from './key.ts';
import { canOwn, readAccount, toKey } from './list-accounts.ts';
import {
  deleteAccount,
  findOwners,
  findValidKeys,
  insertAccount,
  insertKey,
  lockAccount,
  revokeKey,
  updateAccount,
} from './service-accounts.repository.ts';

type AccountFields = Body<typeof serviceAccounts.create>;

/** Creates a service account without a key. Throws INVALID with a message for each wrong field. */
export async function createAccount(context: WriteAndReadContext, fields: AccountFields): Promise<ServiceAccount> {
  const accountId = await context.database.transact(async (trx) => {
    await requireValid(trx, context, fields);
    const id = await insertAccount(trx, { ...toColumns(fields), createdAt: context.at });
    await recordAction(trx, context, { action: 'serviceAccount.create', subject: toSubject(id), after: fields });
    return id;
  });
  return readAccount(context.db, context.at, accountId);
}

/** Changes a service account. Throws RESULTS_NOT_FOUND, STALE, or INVALID with a message for each wrong field. */
export async function changeAccount(
  context: WriteAndReadContext,
  accountId: number,
  { version, ...fields }: Body<typeof serviceAccounts.update>,
): Promise<ServiceAccount> {
  await context.database.transact(async (trx) => {
    const row = await lockAccount(trx, accountId);
    if (!row) throw problem('RESULTS_NOT_FOUND');
    requireCurrentVersion(row, version);
    await requireValid(trx, context, fields);
    await updateAccount(trx, accountId, toColumns(fields));
    const { id: _, version: __, ...before } = row;
    const change = { action: 'serviceAccount.update', subject: toSubject(accountId), before, after: fields } as const;
    await recordAction(trx, context, change);
  });
  return readAccount(context.db, context.at, accountId);
}

/** Deletes a service account and revokes its keys. Throws RESULTS_NOT_FOUND. */
export function removeAccount(context: WriteContext, accountId: number): Promise<void> {
  return context.database.transact(async (trx) => {
    const row = await lockAccount(trx, accountId);
    if (!row) throw problem('RESULTS_NOT_FOUND');
    await deleteAccount(trx, accountId, context.at);
    const before = { name: row.name };
    await recordAction(trx, context, { action: 'serviceAccount.delete', subject: toSubject(accountId), before });
  });
}

/** The number of keys that an account may have at a time: the second one replaces the first without an interruption. */
const maxKeys = 2;
const longestKeyDays = 731;

/** Creates a key of a service account and returns it. Throws RESULTS_NOT_FOUND, TOO_MANY_KEYS and INVALID. */
export function createAccountKey(
  context: WriteContext & Pick<CallContext, 'randomBytes'>,
  accountId: number,
  { name, lastDay = toUtcDay(context.at + days(365)) }: Body<typeof serviceAccounts.createKey>,
): Promise<Reply<typeof serviceAccounts.createKey>> {
  const { at } = context;
  if (lastDay <= toUtcDay(at) || lastDay > toUtcDay(at + days(longestKeyDays)))
    throw invalid({ lastDay: serverMessages.keyDay });
  const key = createKey(context.randomBytes);
  const prefix = findKeyPrefix(key);
  return context.database.transact(async (trx) => {
    if (!(await lockAccount(trx, accountId))) throw problem('RESULTS_NOT_FOUND');
    if ((await findValidKeys(trx, at, accountId)).length >= maxKeys) throw problem('TOO_MANY_KEYS');
    const row = { accountId, name, prefix, createdAt: at, expiresAt: endOfDay(Date.parse(lastDay)) };
    const id = await insertKey(trx, { ...row, hash: hashKey(key) });
    const after = { name, prefix, lastDay };
    await recordAction(trx, context, { action: 'serviceAccount.createKey', subject: toSubject(accountId), after });
    return { ...toKey({ ...row, id, lastUsedOn: null, lastNetwork: null }), key };
  });
}

/** Revokes a key. Throws RESULTS_NOT_FOUND if the account has no such valid key. */
export function revokeAccountKey(
  context: WriteContext,
  { id: accountId, keyId }: { id: number; keyId: number },
): Promise<void> {
  return context.database.transact(async (trx) => {
    const prefix = await revokeKey(trx, { accountId, keyId, at: context.at });
    if (prefix === undefined) throw problem('RESULTS_NOT_FOUND');
    const before = { prefix };
    await recordAction(trx, context, { action: 'serviceAccount.revokeKey', subject: toSubject(accountId), before });
  });
}

const toSubject = (id: number) => ({ kind: 'serviceAccount', id }) as const;

/** Checks who owns the account, that it has no more permissions than its maker and its owner, and its limits. Throws INVALID. */
async function requireValid(
  trx: Trx,
  { actor, at }: Pick<CallContext, 'actor' | 'at'>,
  { ownerId, permissions, countries, brands, networks }: AccountFields,
): Promise<void> {
  const owner = (await findOwners(trx, [ownerId])).find(({ id }) => id === ownerId);
  const held = owner && canOwn(owner) ? (await findPermissions(trx, [owner], at))(owner) : null;
  const brandIds = (await findBrands(trx)).map(({ id }) => id);
  const isPermitted =
    held === null || (isWithinPermissions(permissions, held) && isWithinPermissions(permissions, actor.permissions));
  const faults = {
    ...(held === null && { ownerId: serverMessages.ownerNotStaff }),
    ...(!isPermitted && { permissions: serverMessages.permissionNotHeld }),
    ...(!(countries ?? []).every(isCountry) && { countries: fieldMessages.notAllowed }),
    ...(!(brands ?? []).every((brand) => brandIds.includes(brand)) && { brands: fieldMessages.notAllowed }),
    ...(!networks.every(isProxyRange) && { networks: serverMessages.network }),
  };
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

const toColumns = ({ name, purpose, ownerId, permissions, countries, brands, networks }: AccountFields) => ({
  name: name.trim(),
  purpose: purpose.trim(),
  ownerId,
  permissions: JSON.stringify(permissions),
  countries: countries === null ? null : JSON.stringify(countries),
  brands: brands === null ? null : JSON.stringify(brands),
  networks: JSON.stringify(networks),
});
