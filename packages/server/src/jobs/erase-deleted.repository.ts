import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/database.ts';

/** Deleted people of whom something is left, at most `most`. */
export async function findHalfErased(db: Db, most: number): Promise<number[]> {
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
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Moves the values of audit entries that an older version of the portal wrote to their own table, and returns of how many entries. */
export async function moveAuditValues(trx: Trx, most: number): Promise<number> {
  const found = await trx
    .selectFrom('audit')
    .select('id')
    .where((where) => where.or([where('before', 'is not', null), where('after', 'is not', null)]))
    .limit(most)
    .forUpdate()
    .execute();
  if (found.length === 0) return 0;
  const ids = sql.join(found.map(({ id }) => id));
  await sql`insert into audit_values (audit_id, person_id, before, after)
    select id, ${personOfSubject}, before, after from audit where id in (${ids})`.execute(trx);
  await sql`update audit set before = null, after = null where id in (${ids})`.execute(trx);
  return found.length;
}

/** As in migration 0020. */
const personOfSubject = sql`case subject_kind
    when 'user' then cast(subject_id as integer)
    when 'license' then (select user_id from licenses where licenses.id = cast(subject_id as integer))
    when 'machine' then (select user_id from machines where machines.id = cast(subject_id as integer))
    when 'helpRequest' then (select user_id from help_requests where help_requests.id = cast(subject_id as integer))
  end`;
