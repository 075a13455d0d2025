import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, databases } from '#server/testing/database/databases.ts';
import { readQueryPlans } from '#server/testing/database/plans.ts';
import { noon } from '#server/testing/portal.ts';
import { findDeniedLicenseIds } from './revocations.repository.ts';

describe.each(databases)('the deny list of a licence file (%s)', (kind) => {
  test('the deny list is read through indexes, without a scan of all users, licences or changes of accounts', async () => {
    const { transact } = await createTestDatabase(kind);
    await transact(async (trx) => {
      // PostgreSQL scans small tables although there is an index. With these settings it scans a table only if no index
      // can be used.
      if (kind === 'PostgreSQL')
        for (const step of ['seqscan', 'bitmapscan'])
          await sql`set local ${sql.raw(`enable_${step}`)} = off`.execute(trx);
      const plans = await readQueryPlans(trx, kind, (db) =>
        findDeniedLicenseIds(db, { userId: 1, toolId: 'basics', now: noon }),
      );
      for (const plan of plans) expect(plan).not.toMatch(tableScan);
      expect(plans.at(-1)).toContain('user_history_at_index');
      expect(plans.at(-1)).toContain('licenses_tool_id_revoked_at_index');
    });
  });
});

/**
 * Matches the scan of a whole table. A scan of the index of suspensions is allowed, because it ends at the limit of the
 * query.
 */
const tableScan =
  /SCAN (?:users|licenses|user_search|own|user_history)\b(?! USING (?:COVERING )?INDEX user_history_at_index)|Seq Scan on/;
