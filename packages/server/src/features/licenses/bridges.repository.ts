import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { knownParts } from './seats.repository.ts';

type BridgeQuery = { userId: number; toolId: string; fingerprint: string; since: number };

/**
 * The bridges of a tool that were issued after a moment (Unix milliseconds): those of an account, and those on PCs that share a known part
 * with a fingerprint (hex). The literal 1 must be the same as in the partial index (migration 0047).
 */
export const findBridgeFingerprints = (db: Db, { userId, toolId, fingerprint, since }: BridgeQuery) =>
  db
    .selectFrom('licenses')
    .select(['userId', 'fingerprint'])
    .where('toolId', '=', toolId)
    .where('isBridge', '=', sql.lit(1))
    .where('issuedAt', '>', since)
    .where((where) =>
      where.or([
        where('userId', '=', userId),
        ...knownParts(fingerprint).map(
          ({ from, part }) => sql<boolean>`substr(fingerprint, ${sql.lit(from)}, 8) = ${part}`,
        ),
      ]),
    )
    .execute();
