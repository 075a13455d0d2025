import type { CompanyGroup } from '@basics/contract/companies/companies.ts';
import type { CompanyCandidate, SuggestedCompany } from '@basics/contract/companies/company-people.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import { companyInScope, inScope, isCustomer, type Viewer } from '#server/features/users/scope.repository.ts';
import { formatName } from '#server/features/users/user.ts';
import { isPublicDomain } from '#server/platform/email-addresses.ts';
import { foldText } from '#server/platform/search/search-text.ts';

/** The highest number of groups of each kind, and of people of a group. A call changes at most 200 people. */
const most = { groups: 50, people: 200 };

/** What the users of a group have in common, and the company in the viewer's scope that has it already. */
const kinds = {
  name: {
    value: sql.ref('user_search.company'),
    company: (viewer: Viewer) =>
      sql`(select min(companies.id) from companies where companies.name_fold = grouped.value and ${companyInScope(viewer)})`,
  },
  domain: {
    value: sql.ref('users.user_domain'),
    company: (viewer: Viewer) =>
      sql`(select min(companies.id) from companies inner join users as other on other.company_id = companies.id
        where other.user_domain = grouped.value and ${companyInScope(viewer)})`,
  },
  crmAccount: {
    value: sql.ref('users.crm_account'),
    company: (viewer: Viewer) =>
      sql`(select min(companies.id) from companies where companies.crm_account = grouped.value and ${companyInScope(viewer)})`,
  },
} satisfies Record<
  CompanyGroup['by'],
  { value: RawBuilder<unknown>; company: (viewer: Viewer) => RawBuilder<unknown> }
>;

/**
 * Finds groups of customers in the viewer's scope without a company who have the same company text, domain or CRM account, the largest
 * first. A group has at least two users, or its company exists and is in scope. Public mail domains make no group.
 */
export async function findGroups(db: Db, viewer: Viewer, keyword: string): Promise<{ items: CompanyGroup[] }> {
  const reader = dbForLongReads(db);
  const groups: CompanyGroup[] = [];
  for (const by of ['name', 'domain', 'crmAccount'] as const) {
    // oxlint-disable-next-line no-await-in-loop -- three statements, one after the other
    for (const { value, total, companyId } of await findValues(reader, viewer, { by, keyword })) {
      if (by === 'domain' && isPublicDomain(value)) continue;
      // oxlint-disable-next-line no-await-in-loop -- as above
      const people = await findPeople(reader, viewer, { by, value });
      groups.push({ by, value, companyId, people, total });
    }
  }
  return { items: groups.toSorted((a, b) => b.total - a.total) };
}

const isUngrouped = (viewer: Viewer) =>
  sql<boolean>`(users.company_id is null and users.status in ('approved', 'active', 'suspended') and ${isCustomer} and ${inScope(viewer)})`;

async function findValues(
  db: Db,
  viewer: Viewer,
  { by, keyword }: { by: CompanyGroup['by']; keyword: string },
): Promise<{ value: string; total: number; companyId: number | null }[]> {
  const { value, company } = kinds[by];
  const word = foldText(keyword.trim());
  const { rows } = await sql<{ value: string; total: number; companyId: number | null }>`
    select found.value, found.total, found.company_id from (
      select grouped.value, grouped.total, ${company(viewer)} as company_id from (
        select ${value} as value, count(*) as total
        from users inner join user_search on user_search.user_id = users.id
        where ${value} <> '' and ${isUngrouped(viewer)}
          ${word === '' ? sql`` : sql`and lower(${value}) like ${`%${word.replaceAll(/[!%_]/g, '!$&')}%`} escape '!'`}
        group by ${value}
      ) as grouped
    ) as found
    where found.total > 1 or found.company_id is not null
    order by found.total desc, found.value limit ${most.groups}`.execute(db);
  return rows;
}

async function findPeople(
  db: Db,
  viewer: Viewer,
  { by, value }: { by: CompanyGroup['by']; value: string },
): Promise<CompanyGroup['people']> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('userSearch', 'userSearch.userId', 'users.id')
    .select(['users.id', 'users.firstName', 'users.lastName', 'users.login', 'users.company'])
    .where(isUngrouped(viewer))
    .where(sql<boolean>`${kinds[by].value} = ${value}`)
    .orderBy('users.lastName')
    .orderBy('users.id')
    .limit(most.people)
    .execute();
  return rows.map((row) => ({ userId: row.id, name: formatName(row), login: row.login, company: row.company }));
}

/** The highest number of users, or of companies, that one suggestion has. */
const mostSuggested = { users: 50, companies: 5 };

/**
 * Finds the users in the viewer's scope without a company who seem to belong to a company: the text Company of the account is its name, or a
 * member has an address of the same domain, which is not one of a public mail service. Each step reads an index, so that the page of a company
 * can ask for them.
 */
export async function findCandidates(db: Db, viewer: Viewer, companyId: number): Promise<CompanyCandidate[]> {
  const { rows: ofMembers } = await sql<{ domain: string }>`
    select distinct users.user_domain as domain from users
    where users.company_id = ${companyId} and users.user_domain is not null`.execute(db);
  const domains = ofMembers.map(({ domain }) => domain).filter((domain) => !isPublicDomain(domain));
  const select = (by: CompanyCandidate['by'], condition: RawBuilder<boolean>) =>
    db
      .selectFrom('users')
      .innerJoin('userSearch', 'userSearch.userId', 'users.id')
      .select(['users.id', 'users.firstName', 'users.lastName', 'users.login', sql.val(by).as('by')])
      .where(condition)
      .where(isUngrouped(viewer))
      .orderBy('users.id')
      .limit(mostSuggested.users)
      .execute();
  const hasName = sql<boolean>`user_search.company =
    (select companies.name_fold from companies where companies.id = ${companyId} and companies.name_fold <> '')`;
  const found = [
    ...(await select('name', hasName)),
    ...(domains.length === 0 ? [] : await select('domain', sql<boolean>`users.user_domain in (${sql.join(domains)})`)),
  ];
  const firstById = new Map(found.toReversed().map((row) => [row.id, row]));
  return [...firstById.values()]
    .toSorted((one, other) => one.id - other.id)
    .slice(0, mostSuggested.users)
    .map((row) => ({ userId: row.id, name: formatName(row), login: row.login, by: row.by }));
}

/** Finds the companies in the viewer's scope to which a user without a company seems to belong, as in `findCandidates`. */
export async function findSuggestions(db: Db, viewer: Viewer, userId: number): Promise<SuggestedCompany[]> {
  const user = await db
    .selectFrom('users')
    .innerJoin('userSearch', 'userSearch.userId', 'users.id')
    .select(['users.userDomain', 'userSearch.company'])
    .where('users.id', '=', userId)
    .where(isUngrouped(viewer))
    .executeTakeFirst();
  if (!user) return [];
  const select = (by: SuggestedCompany['by'], condition: RawBuilder<boolean>) =>
    db
      .selectFrom('companies')
      .select(['companies.id as companyId', 'companies.name', sql.val(by).as('by')])
      .where(condition)
      .where('companies.status', '=', 'active')
      .where(companyInScope(viewer))
      .orderBy('companies.id')
      .limit(mostSuggested.companies)
      .execute();
  const { userDomain: domain, company } = user;
  const byName = company === '' ? [] : await select('name', sql<boolean>`companies.name_fold = ${company}`);
  if (byName.length > 0 || domain === null || isPublicDomain(domain)) return byName;
  return select(
    'domain',
    sql<boolean>`companies.id in (select other.company_id from users as other
      where other.user_domain = ${domain} and other.company_id is not null)`,
  );
}
