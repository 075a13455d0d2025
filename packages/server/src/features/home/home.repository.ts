import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import type { Tables } from '#server/database/schema.ts';
import { inScope, type Viewer } from '#server/features/users/scope.repository.ts';
import { clockSkewMs } from '#server/platform/clock/clock.ts';
import type { Span } from './spans.ts';

export const countRequests = (db: Db, viewer: Viewer, spans: readonly Span[]): Promise<number[]> =>
  countBySpan(
    db.selectFrom('users').where('users.status', '=', 'pending').where(inScope(viewer)),
    sql.ref('users.requestDate'),
    spans,
  );

/** Counts the accounts in the viewer's scope whose owner has not set a password, by the time since the approval. */
export const countNeverActivatedAccounts = (db: Db, viewer: Viewer, spans: readonly Span[]): Promise<number[]> =>
  countBySpan(
    db.selectFrom('users').where('users.status', '=', 'approved').where(inScope(viewer)),
    sql`coalesce(users.decided_at, users.created_at)`,
    spans,
  );

type ExpiryQuery = { now: number; spans: readonly Span[] };

/** Counts the valid licences of users in the viewer's scope, by the time span in which they expire. */
export const countExpiringLicenses = (db: Db, viewer: Viewer, { now, spans }: ExpiryQuery): Promise<number[]> =>
  countBySpan(
    db
      .selectFrom('users')
      .innerJoin('licenses', 'licenses.userId', 'users.id')
      .where('licenses.expiresAt', '>', now)
      .where('licenses.expiresAt', '<', spans.at(-1)?.to ?? now)
      .where('licenses.revokedAt', 'is', null)
      .where('licenses.replacedAt', 'is', null)
      .where(inScope(viewer)),
    sql.ref('licenses.expiresAt'),
    spans,
  );

/** Counts the audit entries after `since` about one password tried at many accounts; null if there are none. */
export async function countPasswordSprayings(db: Db, { since, now }: { since: number; now: number }) {
  const { passwords, latest } = await db
    .selectFrom('audit')
    .select(({ fn }) => [fn.countAll<number>().as('passwords'), fn.max('at').as('latest')])
    .where('action', '=', 'session.passwordSprayed')
    .where('at', '>', since)
    // Entries with a time in the future are excluded, because they were written while the clock of the server was wrong.
    .where('at', '<=', now + clockSkewMs)
    .executeTakeFirstOrThrow();
  return latest === null ? null : { passwords, latest };
}

/** Counts the rows in each time span with one query. */
async function countBySpan<From extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, From, object>,
  at: RawBuilder<unknown>,
  spans: readonly Span[],
): Promise<number[]> {
  const row = await rows
    .select(
      spans.map(({ from, to }, index) =>
        sql<number>`count(case when ${from === null ? sql`1 = 1` : sql`${at} >= ${from}`} and ${
          to === null ? sql`1 = 1` : sql`${at} < ${to}`
        } then 1 end)`.as(`span${index}`),
      ),
    )
    .executeTakeFirst();
  const countsBySpan: Record<string, number> = row ?? {};
  return spans.map((_, index) => countsBySpan[`span${index}`] ?? 0);
}
