import type { Body } from '@basics/contract/calls/endpoint.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { companyListFields, type companies } from '@basics/contract/companies/companies.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import { selectByIds } from '#server/database/queries/compiled-queries.ts';
import { readPage } from '#server/database/queries/read-page.ts';
import type { NewRow } from '#server/database/schema.ts';
import { companyInScope, type ScopedRecords, type Viewer } from '#server/features/users/scope.repository.ts';
import { matchesFields, type FieldReaders } from '#server/platform/lists/list-fields.repository.ts';
import { contains, createConditions, equals } from '#server/platform/lists/list-filter.repository.ts';
import { createCursorOrder, type SortKeys } from '#server/platform/lists/list-page.repository.ts';
import { foldText } from '#server/platform/search/search-text.ts';

const columns = [
  'companies.id',
  'companies.name',
  'companies.country',
  'companies.externalRef',
  'companies.crmAccount',
  'companies.status',
  'companies.version',
  'companies.createdAt',
] as const;

const countMembers = sql<number>`(select count(*) from users where users.company_id = companies.id)`;

const countSeatsUsed = (now: number) => sql<number>`(select count(*) from users
  inner join licenses on licenses.user_id = users.id
  where users.company_id = companies.id and licenses.revoked_at is null and licenses.replaced_at is null
    and licenses.is_bridge = 0 and licenses.expires_at > ${now})`;

/** How the server reads the fields by which the list of companies is filtered. */
const createReaders = (now: number): FieldReaders<typeof companyListFields> => ({
  name: { row: sql.ref('companies.nameFold') },
  country: { row: sql`coalesce(companies.country, '')` },
  status: { row: sql.ref('companies.status') },
  members: { row: countMembers },
  seatsUsed: { row: countSeatsUsed(now) },
  hasCrmAccount: { row: sql`(case when companies.crm_account is null then 0 else 1 end)` },
  createdAt: { row: sql.ref('companies.createdAt') },
});

/** Selects companies with the numbers of their members, managers, and PCs that use a seat; `now` is in Unix milliseconds. */
const selectListed = (db: Db, now: number) =>
  db
    .selectFrom('companies')
    .select(columns)
    .select([
      countMembers.as('members'),
      sql<number>`(select count(*) from users where users.company_id = companies.id and users.company_role = 'manager')`.as(
        'managers',
      ),
      countSeatsUsed(now).as('seatsUsed'),
    ]);

export type ListedCompanyRow = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number];

export const findCompanyInScope = (db: Db, viewer: Viewer, { id, now }: { id: number; now: number }) =>
  selectListed(db, now).where('companies.id', '=', id).where(companyInScope(viewer)).executeTakeFirst();

export async function isCompanyInScope(db: Db, viewer: Viewer, id: number, records?: ScopedRecords): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .select('companies.id')
    .where('companies.id', '=', id)
    .where(companyInScope(viewer, records))
    .executeTakeFirst();
  return row !== undefined;
}

const sortColumns = {
  name: 'companies.nameFold',
  country: 'companies.country',
  createdAt: 'companies.createdAt',
} as const;

const exportKeys: Record<keyof typeof sortColumns, SortKeys> = {
  name: [[sql.ref(sortColumns.name), 'text']],
  country: [[sql`coalesce(companies.country, '')`, 'text']],
  createdAt: [[sql.ref(sortColumns.createdAt), 'moment']],
};

/** Finds a page of the companies in the viewer's scope, sorted by name by default. */
export function findCompanies(
  db: Db,
  viewer: Viewer,
  { now, ...query }: Body<typeof companies.search> & { now: number },
) {
  const { sort, pageNumber, pageSize } = query;
  const matchingCompanies = selectListed(db, now)
    .where(isMatch(viewer, { ...query, now }))
    .orderBy(sortColumns[sort?.field ?? defaultSorts.companies.field], sort?.direction ?? 'asc')
    .orderBy('companies.id');
  return readPage(matchingCompanies, { pageNumber, pageSize });
}

type CompanyQuery = Body<typeof companies.export> & { now: number };

/** The condition that a company is in the viewer's scope and matches the keyword and the filters. */
function isMatch(viewer: Viewer, { now, ...query }: CompanyQuery): RawBuilder<boolean> {
  const word = foldText(query.keyword.trim());
  const hasWord = sql<boolean>`(${contains(sql`companies.name_fold`, word)}
    or ${contains(sql`lower(coalesce(companies.external_ref, ''))`, word)}
    or ${contains(sql`lower(coalesce(companies.crm_account, ''))`, word)})`;
  const conditions = createConditions(query, {
    filters: matchesFields({ fields: companyListFields, readers: createReaders(now), now }),
    country: equals('companies.country'),
    status: equals('companies.status'),
  });
  return sql<boolean>`${sql.join([companyInScope(viewer), ...(word === '' ? [] : [hasWord]), ...conditions], sql` and `)}`;
}

/** Selects the companies of `findCompanies` without their columns, and their order, for an export. */
export const selectMatchingCompanies = (db: Db, viewer: Viewer, query: CompanyQuery) => {
  const { field, direction } = query.sort ?? defaultSorts.companies;
  return {
    matchingRows: db.selectFrom('companies').where(isMatch(viewer, query)),
    order: createCursorOrder({ field, direction }, exportKeys[field], sql.ref('companies.id')),
  };
};

/** Reads companies by their ids with the numbers of the list; the scope is not checked. */
export const readListed = (db: Db, ids: readonly number[], now: number) =>
  selectListed(db, now).where('companies.id', 'in', ids).execute();

/** The reference of a company in files: its number in another system, or `#` and its id if it has no number, or one that begins with `#`. */
const reference = sql<string>`case when companies.external_ref is null or companies.external_ref like '#%'
  then '#' || cast(companies.id as text) else companies.external_ref end`.as('ref');

/** Reads the names and references of companies by their ids; the scope is not checked. */
export const readReferences = selectByIds((db, ids) =>
  db.selectFrom('companies').select(['id', 'name', reference]).where('id', 'in', ids),
);

/** A company with the reference by which a file names it. */
export type ReferencedCompany = Awaited<ReturnType<typeof readReferences>>[number];

/** Finds the companies that the references in a file name, and locks them until the transaction ends; the scope is not checked. */
export async function findByReferences(db: Db, refs: readonly string[]) {
  if (refs.length === 0) return [];
  const ids = refs.flatMap((ref) => (/^#\d{1,9}$/.test(ref) ? [Number(ref.slice(1))] : []));
  return db
    .selectFrom('companies')
    .select(['id', 'name', reference])
    .where((where) => where.or([where('externalRef', 'in', refs), ...(ids.length > 0 ? [where('id', 'in', ids)] : [])]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Finds the company of a user, with the role of the user. */
export const findCompanyOf = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.companyId')
    .select([...columns, 'users.companyRole as role'])
    .where('users.id', '=', userId)
    .executeTakeFirst();

/** Finds the company with a number in another system; the scope is not checked. */
export const findCompanyByRef = (db: Db, externalRef: string) =>
  db.selectFrom('companies').select('id').where('externalRef', '=', externalRef).executeTakeFirst();

/** Finds and locks a company in the viewer's scope until the transaction ends. */
export const lockCompanyInScope = (trx: Trx, viewer: Viewer, id: number) =>
  trx
    .selectFrom('companies')
    .select(columns)
    .where('companies.id', '=', id)
    .where(companyInScope(viewer))
    .forNoKeyUpdate()
    .executeTakeFirst();

export type CompanyRow = NonNullable<Awaited<ReturnType<typeof lockCompanyInScope>>>;

export type CompanyFields = Pick<CompanyRow, 'name' | 'country' | 'externalRef' | 'crmAccount' | 'status'>;

export async function insertCompany(trx: Trx, row: Omit<NewRow<'companies'>, 'nameFold'>): Promise<number> {
  const { id } = await trx
    .insertInto('companies')
    .values({ ...row, nameFold: foldText(row.name) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateCompany(trx: Trx, id: number, fields: CompanyFields): Promise<void> {
  await trx
    .updateTable('companies')
    .set({ ...fields, nameFold: foldText(fields.name), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Writes the name of a company as the label Company of its members, and returns their ids. */
export async function renameLabels(trx: Trx, companyId: number, name: string): Promise<number[]> {
  const rows = await trx
    .updateTable('users')
    .set({ company: name, version: sql<number>`version + 1` })
    .where('companyId', '=', companyId)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
