import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { FingerprintPart } from './seats.repository.ts';

type BridgeQuery = {
  userId: number;
  toolId: string;
  parts: readonly FingerprintPart[];
  uuid: string | null;
  since: number;
};

/**
 * Finds the bridges of a tool that were issued after a moment (Unix milliseconds): those of an account, and those on PCs that share one of
 * the given parts or the UUID of the firmware. The query contains the value 1 as a literal, because the partial index of migration 0004
 * applies only to this literal.
 */
export const findBridgeFingerprints = (db: Db, { userId, toolId, parts, uuid, since }: BridgeQuery) =>
  db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .select(['licenses.userId', 'licenses.fingerprint', 'machines.anchorUuid'])
    .where('licenses.toolId', '=', toolId)
    .where('licenses.isBridge', '=', sql.lit(1))
    .where('licenses.issuedAt', '>', since)
    .where((where) =>
      where.or([
        where('licenses.userId', '=', userId),
        ...(uuid === null ? [] : [where('machines.anchorUuid', '=', uuid)]),
        ...parts.map(({ from, part }) => sql<boolean>`substr(licenses.fingerprint, ${sql.lit(from)}, 8) = ${part}`),
      ]),
    )
    .execute();
