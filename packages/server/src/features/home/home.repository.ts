import { sql } from 'kysely';
import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '#server/database/database.ts';
import type { Tables } from '#server/database/schema.ts';
import { inScope } from '#server/features/users/scope.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import type { Span } from './spans.ts';

/** The open requests in scope, by when they were made. */
export const countRequests = (db: Db, viewer: Viewer, spans: readonly Span[]): Promise<number[]> =>
  counted(
    db.selectFrom('users').where('users.status', '=', 'pending').where(inScope(viewer)),
    'users.request_date',
    spans,
  );

/** The accounts in scope that wait for their owner to set a password, by when they were granted. */
export const countNeverActivated = (db: Db, viewer: Viewer, spans: readonly Span[]): Promise<number[]> =>
  counted(
    db.selectFrom('users').where('users.status', '=', 'approved').where(inScope(viewer)),
    'coalesce(users.decided_at, users.created_at)',
    spans,
  );

type Ending = { now: number; spans: readonly Span[] };

/** The licences in force of users in scope, by when they end. */
export const countLicensesEnding = (db: Db, viewer: Viewer, { now, spans }: Ending): Promise<number[]> =>
  counted(
    db
      .selectFrom('users')
      .innerJoin('licenses', 'licenses.user_id', 'users.id')
      .where('licenses.expires_at', '>', now)
      .where('licenses.expires_at', '<', spans.at(-1)?.to ?? now)
      .where('licenses.revoked_at', 'is', null)
      .where('licenses.replaced_at', 'is', null)
      .where(inScope(viewer)),
    'licenses.expires_at',
    spans,
  );

/** How many rows have their moment in each span, in one walk over them. */
async function counted<From extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, From, object>,
  moment: 'users.request_date' | 'coalesce(users.decided_at, users.created_at)' | 'licenses.expires_at',
  spans: readonly Span[],
): Promise<number[]> {
  const at = sql.raw(moment);
  const row = await rows
    .select(
      spans.map(({ from, to }, index) =>
        sql<number>`count(case when ${from === null ? sql`1 = 1` : sql`${at} >= ${from}`} and ${
          to === null ? sql`1 = 1` : sql`${at} < ${to}`
        } then 1 end)`.as(`span${index}`),
      ),
    )
    .executeTakeFirst();
  const counts: Record<string, number> = row ?? {};
  return spans.map((_, index) => counts[`span${index}`] ?? 0);
}
