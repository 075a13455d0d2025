import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';

/** Finds deleted users of whom personal data is still stored. */
export async function findUsersToErase(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'deleted')
    .where((where) =>
      where.or([
        where('erasedAt', 'is', null),
        where.exists(
          where
            .selectFrom('auditValues')
            .select('auditValues.auditId')
            .whereRef('auditValues.personId', '=', 'users.id'),
        ),
      ]),
    )
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Moves the values of audit entries that an older version of the portal wrote to the table of values. Returns the
 * number of changed entries.
 */
export async function moveAuditValues(trx: Trx, limit: number): Promise<number> {
  const entries = await trx
    .selectFrom('audit')
    .select('id')
    .where((where) => where.or([where('before', 'is not', null), where('after', 'is not', null)]))
    .limit(limit)
    .forUpdate()
    .execute();
  if (entries.length === 0) return 0;
  const ids = sql.join(entries.map(({ id }) => id));
  await sql`insert into audit_values (audit_id, person_id, before, after)
    select id, ${personOfSubject}, before, after from audit where id in (${ids})`.execute(trx);
  await sql`update audit set before = null, after = null where id in (${ids})`.execute(trx);
  return entries.length;
}

/** The SQL expression for the person to whom the subject of an audit entry belongs, as in migration 0020. */
const personOfSubject = sql`case subject_kind
    when 'user' then cast(subject_id as integer)
    when 'license' then (select user_id from licenses where licenses.id = cast(subject_id as integer))
    when 'machine' then (select user_id from machines where machines.id = cast(subject_id as integer))
    when 'helpRequest' then (select user_id from help_requests where help_requests.id = cast(subject_id as integer))
  end`;
