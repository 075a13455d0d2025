import type { Db } from '#server/database/database.ts';
import { selectEndedLicenses } from './ended-licenses.repository.ts';

/** Finds a tool by the number that verification codes and licence files contain. */
export const findToolByCode = (db: Db, code: number) =>
  db.selectFrom('tools').select(['id', 'name']).where('code', '=', code).executeTakeFirst();

/** Finds the ids of all licences that tools must no longer accept. */
export async function findEndedLicenseIds(db: Db, query: { toolId: string; now: number }): Promise<string[]> {
  const rows = await selectEndedLicenses(db, query).execute();
  return rows.map(({ licenceUid }) => licenceUid);
}

export async function findRevokedKeyIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('signingKeys').select('keyId').where('revokedAt', 'is not', null).execute();
  return rows.map(({ keyId }) => keyId);
}

/**
 * Returns the time of the latest of these events, in Unix milliseconds; 0 if there was none: a licence of the tool was revoked, any signing
 * key was revoked, or any account was suspended or reinstated. Times after `now` do not count, because they were written while the clock of the server was ahead.
 */
export async function findLatestRevocationTime(
  db: Db,
  { toolId, now }: { toolId: string; now: number },
): Promise<number> {
  const latestTimes = await db
    .selectFrom('licenses')
    .select(({ fn }) => fn.max('revokedAt').as('at'))
    .where('toolId', '=', toolId)
    .where('revokedAt', 'is not', null)
    .where('revokedAt', '<=', now)
    .unionAll(
      db
        .selectFrom('userHistory')
        .select(({ fn }) => fn.max('at').as('at'))
        .where((where) => where.or([where('toStatus', '=', 'suspended'), where('fromStatus', '=', 'suspended')]))
        .where('at', '<=', now),
    )
    .unionAll(
      db
        .selectFrom('signingKeys')
        .select(({ fn }) => fn.max('revokedAt').as('at'))
        .where('revokedAt', '<=', now),
    )
    .execute();
  return Math.max(0, ...latestTimes.map(({ at }) => at ?? 0));
}
