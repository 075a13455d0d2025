import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/database/database.ts';
import { dialectOf, type Db, type Trx } from '#server/database/foundation.ts';
import { fillLists } from '#server/database/migrations/0011-user-lists.ts';
import { fillUserFacts } from '#server/database/migrations/0017-list-fields.ts';
import { userSearchIndex } from '#server/features/users/list/search-users.repository.ts';
import { sampleTerms } from '#server/platform/search/fill-search-index.repository.ts';
import { foldText } from '#server/platform/search/search-text.ts';
import { analyzeTables } from '../database/tables.ts';

const firstNames = ['Åse', 'Bernd', 'Camille', 'Dieter', 'Émile', 'Franziska', 'Grace', 'Hélène', 'Ingrid', 'Jürgen'];
const lastNames = ['Almeida', 'Berg', 'Conti', 'Dvořák', 'Engström', 'Fournier', 'García', 'Hoffmann', 'Ito', 'Jansen'];
const largeCountries = ['DE', 'NO', 'FR', 'SE', 'JP', 'US', 'BR', 'IN'];

/**
 * Forty countries; one in 640 customers is from each of these countries, and all of these customers have the brand red. These countries are
 * for tests of a salesman who has many pairs of brand and country with few customers each.
 */
export const smallCountries =
  `AD AE AL AM AO AR AT AU AZ BA BB BE BG BH BO CA CH CL CN CO CR CU CY CZ DK DO DZ EC EE EG ES ET FI GE GH GR GT HR HU IE`.split(
    ' ',
  );

/** The number of rows that one statement inserts. */
const batchSize = 20_000;

type AddOptions = { from: number; to: number; onBatch?: (start: number) => void };

/**
 * Inserts the customers with the numbers from `from` to `to` by SQL, in one transaction. The values of a customer depend only on its
 * number. Each customer has a grant, and if there is a signing key also a PC and a licence. Every tenth customer has the last name Almeida,
 * and one in a thousand works for the same company. The tables for lists are filled at the end, which is faster than running a trigger for
 * each row.
 */
export async function addCustomers(database: Database, options: AddOptions): Promise<void> {
  await database.transact(async (trx) => {
    const restoreTriggers = await suspendTriggers(trx);
    await addBatches(trx, options);
    await rebuildLists(trx);
    await restoreTriggers();
  });
  await sampleTerms(database, userSearchIndex);
  await analyzeTables(database);
}

/**
 * Inserts the same customers, and leaves the tables for lists to the triggers. So the database can be one of an earlier version, to which the
 * later migrations have not been applied.
 */
export const addCustomersWithTriggers = (database: Database, options: AddOptions): Promise<void> =>
  database.transact((trx) => addBatches(trx, options));

async function addBatches(trx: Trx, { from, to, onBatch }: AddOptions): Promise<void> {
  // Without statistics of the new rows, PostgreSQL would join them row by row.
  const analyze = () =>
    dialectOf(trx) === 'postgres' ? sql`analyze users, machines, licenses, user_search`.execute(trx) : undefined;
  for (let batchStart = from; batchStart < to; batchStart += batchSize) {
    const end = Math.min(to, batchStart + batchSize);
    // A database writes one statement at a time.
    // oxlint-disable-next-line no-await-in-loop
    await addBatch(trx, { from: batchStart, to: end, analyze });
    onBatch?.(end);
  }
  await analyze();
}

/** Counts the customers that `addCustomers` has added. The result is also the number of the next customer. */
export async function countAdded(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from users where login like 'customer%@company%.example'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Disables the triggers and drops the indexes that are slow to update, until the returned function is called. */
async function suspendTriggers(trx: Trx): Promise<() => Promise<void>> {
  if (dialectOf(trx) === 'postgres') {
    await sql`set local session_replication_role = replica`.execute(trx);
    const { rows } = await sql<{ name: string; sql: string }>`
      select indexname as name, indexdef as sql from pg_indexes where schemaname = current_schema()
        and (indexname ~ '^listed.*_by_' or indexdef like '% USING gin %')`.execute(trx);
    for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(trx);
    return async () => {
      for (const { sql: text } of rows) await sql.raw(text).execute(trx);
      await sql`set local session_replication_role = origin`.execute(trx);
    };
  }
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_master where sql is not null
      and (type = 'trigger' or type = 'index' and (name like 'listed%by%' or tbl_name in ('licenses', 'machines')))`.execute(
    trx,
  );
  for (const { type, name } of rows) await sql.raw(`drop ${type} ${name}`).execute(trx);
  return async () => {
    for (const { sql: text } of rows) await sql.raw(text).execute(trx);
  };
}

async function rebuildLists(trx: Trx): Promise<void> {
  for (const listName of ['listed_user', 'listed_request'])
    for (const table of ['_tag_counts', '_tags', 's', '_groups'])
      await sql.raw(`delete from ${listName}${table}`).execute(trx);
  await sql`delete from listed_user_facts`.execute(trx);
  for (const statement of [...fillLists, fillUserFacts]) await sql.raw(statement).execute(trx);
  if (dialectOf(trx) === 'postgres') return;
  await sql`insert into user_search_trigrams (user_search_trigrams) values ('delete-all')`.execute(trx);
  await sql`insert into user_search_trigrams (rowid, text)
    select user_id, fold || char(10) || starts || char(10) || machines from user_search order by user_id`.execute(trx);
}

type Batch = { from: number; to: number; analyze: () => Promise<unknown> | undefined };

async function addBatch(db: Db, { from, to, analyze }: Batch): Promise<void> {
  const { rows } = await sql<{ lastId: number }>`select coalesce(max(id), 0) as last_id from users`.execute(db);
  const lastId = rows[0]?.lastId ?? 0;
  await sql`${selectCustomers(from, to)}
    insert into users (login, login_fold, first_name, last_name, phone, company, profile_id, brand_id, country, language,
      can_receive_mail, status, preferences, created_at)
    select login, login, first_name, last_name, '', company, profile_id, brand_id, country, 'en', 1, status, '{}', created_at
    from customers order by k`.execute(db);
  await analyze();
  const isNew = sql`users.id > ${lastId}`;
  const signingKeyId = sql`(select key_id from signing_keys limit 1)`;
  await sql`insert into tool_grants (user_id, tool_id, brand_id, config_tools)
    select users.id, 'basics', users.brand_id, '[]' from users where ${isNew}`.execute(db);
  await sql`${selectCustomers(from, to)}
    insert into user_search (user_id, fold, starts, first_name, last_name, company)
    select users.id, first_fold || ' ' || last_fold || ${'\n'} || last_fold || ' ' || first_fold || ${'\n'} || customers.login || ${'\n'} || company_fold,
      '  ' || substr(first_fold, 1, 2) || '  ' || substr(last_fold, 1, 2) || '  cu  co  ex  ' || substr(company_number, 1, 2),
      first_fold, last_fold, company_fold
    from customers inner join users on users.login_fold = customers.login`.execute(db);
  await sql`insert into machines (user_id, tool_id, fingerprint, scheme, anchor, anchored_at, name, name_fold, first_seen_at)
    select users.id, 'basics', ${createHexId(32)}, 1, ${createHexId(32)}, users.created_at, 'CAD-' || users.id, 'cad-' || users.id,
      users.created_at
    from users where ${isNew} and ${signingKeyId} is not null`.execute(db);
  await analyze();
  await sql`insert into licenses (licence_uid, user_id, machine_id, tool_id, brand_id, verification_hash, verification_code,
      verification_reason, tool_version, fingerprint, entitlement_bits, config_tools, preferences, seq, key_id, licence_code,
      licence_file, issued_at, not_before, expires_at, grace_days, issued_by)
    select ${createHexId(16)}, users.id, machines.id, 'basics', users.brand_id, ${createHexId(64)}, 'BV-0000', 'new', '1.0.1',
      machines.fingerprint, 0, '[]', '{}', 1, ${signingKeyId}, 'BL-0000', 'BASICS LICENCE FILE v1', users.created_at,
      users.created_at, users.created_at + 31536000000, 14, users.id
    from machines inner join users on users.id = machines.user_id where ${isNew} and machines.id > coalesce((
      select max(machine_id) from licenses), 0)`.execute(db);
  await sql`update user_search set machines = 'cad-' || user_id where user_id > ${lastId} and ${signingKeyId} is not null`.execute(
    db,
  );
}

/** Creates the SQL for a unique hexadecimal text: the id of the user with leading zeros. */
const createHexId = (digits: number): RawBuilder<string> => {
  const userNumber = sql`cast(users.id as text)`;
  return sql`substr(${'0'.repeat(digits)} || ${userNumber}, length(${userNumber}) + 1)`;
};

/**
 * Creates the SQL that computes the rows of the customers. The values are distributed so that the order of the rows in the table is not the
 * order of any list.
 */
const selectCustomers = (from: number, to: number) => sql`
  with recursive series (k) as (
    select cast(${from} as integer) union all select k + 1 from series where k + 1 < ${to}
  ),
  spread (k, s) as (select k, cast((cast(k as bigint) * 7919) % 10000019 as integer) from series),
  customers as (
    select k, ${pickText(sql`s % 10`, firstNames)} as first_name, ${pickText(sql`s % 10`, firstNames.map(foldText))} as first_fold,
      ${pickText(sql`(s / 10) % 10`, lastNames)} || (s % 1000) as last_name,
      ${pickText(sql`(s / 10) % 10`, lastNames.map(foldText))} || (s % 1000) as last_fold,
      'Company ' || (s % 1000) as company, 'company ' || (s % 1000) as company_fold, cast(s % 1000 as text) as company_number,
      'customer' || s || '@company' || (s % 1000) || '.example' as login,
      case s % 5 when 0 then 3 when 1 then 5 when 2 then 7 when 3 then 8 else 13 end as profile_id,
      case when (s / 8) % 2 = 0 then 'blue' else 'red' end as brand_id,
      case when s % 16 = 13 then ${pickText(sql`(s / 16) % 40`, smallCountries)} else ${pickText(sql`s % 8`, largeCountries)} end as country,
      case s % 7 when 5 then 'approved' when 6 then 'suspended' else 'active' end as status,
      1735689600000 + cast(s as bigint) * 6000 as created_at
    from spread
  )`;

/** Creates the SQL that picks one of the texts by the number of the user. */
const pickText = (userNumber: RawBuilder<unknown>, texts: readonly string[]) =>
  sql`case ${userNumber} ${sql.join(
    texts.map((text, start) => sql`when ${sql.lit(start)} then ${sql.lit(text)}`),
    sql` `,
  )} end`;
