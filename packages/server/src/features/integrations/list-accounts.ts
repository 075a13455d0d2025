import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { ServiceAccount, serviceAccounts } from '@basics/contract/integrations/service-accounts.ts';
import { parseTexts } from '#server/database/columns.ts';
import type { Db } from '#server/database/foundation.ts';
import { findPermissions } from '#server/features/users/access/overrides.repository.ts';
import { formatName } from '#server/features/users/user.ts';
import { findBrands } from '#server/features/users/users.repository.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { isOwnerProfile, readPermissions } from './authenticate-key.ts';
import {
  findAccounts,
  findOwners,
  findValidKeys,
  type AccountRow,
  type KeyRow,
  type OwnerRow,
} from './service-accounts.repository.ts';

/** Lists the service accounts with their valid keys, and the staff who can own one with their permissions. */
export async function listAccounts({
  db,
  at,
}: Pick<CallContext, 'db' | 'at'>): Promise<Reply<typeof serviceAccounts.list>> {
  const { items, owners } = await readAccounts(db, at);
  return { items, owners, brands: await findBrands(db) };
}

/** Reads one service account. Throws RESULTS_NOT_FOUND. */
export async function readAccount(db: Db, at: number, accountId: number): Promise<ServiceAccount> {
  const account = (await readAccounts(db, at)).items.find((item) => item.accountId === accountId);
  if (!account) throw problem('RESULTS_NOT_FOUND');
  return account;
}

async function readAccounts(db: Db, at: number) {
  const rows = await findAccounts(db);
  const people = await findOwners(db, rows.map(({ ownerId }) => ownerId)); // oxfmt-ignore
  const permissionsOf = await findPermissions(db, people, at);
  const keys = await findValidKeys(db, at);
  const items = rows.map((row) => {
    const owner = people.find(({ id }) => id === row.ownerId);
    const held = owner ? permissionsOf(owner) : [];
    const permissions = readPermissions(row.permissions);
    return {
      ...toAccount(row, owner),
      permissions,
      lostPermissions: permissions.filter((permission) => !held.includes(permission)),
      keys: keys.filter(({ accountId }) => accountId === row.id).map(toKey),
    };
  });
  const owners = people
    .filter(canOwn)
    .map((person) => ({ userId: person.id, name: formatName(person), permissions: [...permissionsOf(person)] }));
  return { items, owners };
}

/** Returns whether a user can own a service account: an active administrator or salesman. */
export const canOwn = ({ profileId, status }: Pick<OwnerRow, 'profileId' | 'status'>): boolean =>
  status === 'active' && isOwnerProfile(profileId);

const toAccount = (row: AccountRow, owner: OwnerRow | undefined) => ({
  accountId: row.id,
  name: row.name,
  purpose: row.purpose,
  owner: owner ? { userId: owner.id, name: formatName(owner) } : null,
  refused: findRefusal(owner),
  countries: row.countries === null ? null : parseTexts(row.countries),
  brands: row.brands === null ? null : parseTexts(row.brands),
  networks: parseTexts(row.networks),
  version: row.version,
});

function findRefusal(owner: OwnerRow | undefined): ServiceAccount['refused'] {
  if (owner?.status !== 'active') return 'ownerInactive';
  return isOwnerProfile(owner.profileId) ? null : 'ownerNotStaff';
}

/** Converts a key to the format of the API. The key itself is never stored. */
export const toKey = (row: KeyRow): ServiceAccount['keys'][number] => ({
  keyId: row.id,
  name: row.name,
  prefix: row.prefix,
  createdAt: toIsoTime(row.createdAt),
  expiresAt: toIsoTime(row.expiresAt),
  lastUsed: row.lastUsedOn === null ? null : { day: row.lastUsedOn, network: row.lastNetwork ?? '' },
});
