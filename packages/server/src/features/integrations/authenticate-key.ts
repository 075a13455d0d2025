import { timingSafeEqual } from 'node:crypto';
import { permissions as allPermissions, type Permission } from '@basics/contract/calls/permissions.ts';
import type { Database } from '#server/database/database.ts';
import { parseTexts } from '#server/database/columns.ts';
import { findPermissions } from '#server/features/users/access/overrides.repository.ts';
import type { AfterResponse } from '#server/platform/background/after-response.ts';
import { toUtcDay } from '#server/platform/clock/clock.ts';
import type { Actor, Machine } from '#server/platform/http/call-context.ts';
import { createNetworkList, findNetwork } from '#server/platform/http/request-origin.ts';
import { problem } from '#server/platform/problem.ts';
import { hashKey, readKeyPrefix } from './key.ts';
import { findKey, ownerProfiles, recordKeyUse } from './service-accounts.repository.ts';

type Dependencies = { database: Database; afterResponse: AfterResponse };
type KeyRequest = { token: string; address: string; at: number };

/**
 * Returns the actor of a request with a key: the owner of the service account, limited to the permissions and the scope of the account. Owner
 * and account are read for each request, so that the key loses at once what one of them loses. Throws KEY_REFUSED and KEY_NETWORK.
 */
export async function authenticateKey(
  { database, afterResponse }: Dependencies,
  { token, address, at }: KeyRequest,
): Promise<Actor & { machine: Machine }> {
  const db = database.kysely;
  const prefix = readKeyPrefix(token);
  const row = prefix === null ? undefined : await findKey(db, { prefix, now: at });
  if (!row || prefix === null || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hashKey(token))))
    throw problem('KEY_REFUSED');
  if (row.status !== 'active' || !isOwnerProfile(row.profileId)) throw problem('KEY_REFUSED');
  const networks = parseTexts(row.networks);
  if (networks.length > 0 && !createNetworkList(networks)(address)) throw problem('KEY_NETWORK');
  const use = { lastUsedOn: toUtcDay(at), lastNetwork: findNetwork(address) };
  if (row.lastUsedOn !== use.lastUsedOn || row.lastNetwork !== use.lastNetwork)
    afterResponse.runOnce('noteKeyUse', String(row.keyId), () => recordKeyUse(db, row.keyId, use));
  const owner = { id: row.ownerId, profileId: row.profileId };
  const ownerPermissions = (await findPermissions(db, [owner], at))(owner);
  return {
    userId: row.ownerId,
    profileID: row.profileId,
    login: row.login,
    // A key has no session: calls about sessions refuse keys.
    sessionId: '',
    permissions: readPermissions(row.permissions).filter((permission) => ownerPermissions.includes(permission)),
    machine: {
      accountId: row.id,
      keyId: row.keyId,
      label: `${row.name} (${prefix})`,
      countries: row.countries === null ? null : parseTexts(row.countries),
      brands: row.brands === null ? null : parseTexts(row.brands),
    },
  };
}

export const isOwnerProfile = (profileId: number | null): boolean =>
  ownerProfiles.some((ownerProfile) => ownerProfile === profileId);

/** Reads the stored permissions of a service account. A permission that the portal no longer has is left out. */
export function readPermissions(stored: string): Permission[] {
  const names = parseTexts(stored);
  return allPermissions.filter((permission) => names.includes(permission));
}
