import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { companyPcs } from '@basics/contract/companies/company-pcs.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/foundation.ts';
import { readPage } from '#server/database/queries/read-page.ts';
import { licenseColumns } from '#server/features/licenses/licenses.repository.ts';
import { inScope, seesAddress, type Viewer } from '#server/features/users/scope.repository.ts';
import { endOfDay } from '#server/platform/clock/clock.ts';
import { contains, createConditions, equals } from '#server/platform/lists/list-filter.repository.ts';
import { foldText } from '#server/platform/search/search-text.ts';

type PcQuery = Body<typeof companyPcs.pcs> & { companyId: number; now: number };

const sortColumns = {
  name: 'machines.nameFold',
  owner: 'users.lastName',
  expiryDate: 'licenses.expiresAt',
  firstSeenAt: 'machines.firstSeenAt',
} as const;

/**
 * Finds a page of the PCs of a company whose owners are in the viewer's scope, sorted by name by default, each with its newest licence that
 * was neither revoked nor replaced.
 */
export function findCompanyPcs(db: Db, viewer: Viewer, { companyId, now, ...query }: PcQuery) {
  const { keyword, sort, pageNumber, pageSize } = query;
  const word = foldText(keyword.trim());
  const canSeeAddress = seesAddress(viewer);
  const isInUse = sql<boolean>`(licenses.expires_at > ${now})`;
  const stateConditions = {
    inUse: sql<boolean>`(${isInUse} and licenses.is_bridge = 0)`,
    ended: sql<boolean>`(machines.released_at is null and (licenses.id is null or not ${isInUse}))`,
    removed: sql<boolean>`(machines.released_at is not null and licenses.id is null)`,
  };
  const conditions = createConditions(query, {
    state: (state) => stateConditions[state],
    tool: equals('machines.toolId'),
    brand: equals('licenses.brandId'),
    userId: equals('machines.userId'),
    endsUntil: (day) => sql<boolean>`licenses.expires_at <= ${endOfDay(Date.parse(day))}`,
  });
  const matchingPcs = db
    .selectFrom('machines')
    .innerJoin('users', 'users.id', 'machines.userId')
    .innerJoin('tools', 'tools.id', 'machines.toolId')
    .leftJoin('licenses', (join) =>
      join.on(
        sql<boolean>`licenses.id = (select max(newest.id) from licenses as newest where newest.machine_id = machines.id
          and newest.revoked_at is null and newest.replaced_at is null)`,
      ),
    )
    .select([
      'machines.id as machineId',
      'machines.name',
      'machines.firstSeenAt',
      'machines.releasedAt',
      'machines.toolId',
    ])
    .select(['users.id as ownerId', 'users.firstName', 'users.lastName', 'tools.name as toolName'])
    .select(sql<string>`case when ${canSeeAddress} then users.login else '' end`.as('login'))
    .select('licenses.id as licenseId')
    .where('users.companyId', '=', companyId)
    .where(inScope(viewer, 'issuing'))
    .$if(query.state === undefined, (pcs) =>
      pcs.where(sql<boolean>`(machines.released_at is null or licenses.id is not null)`),
    )
    .$if(word !== '', (pcs) =>
      pcs.where(
        sql<boolean>`(${contains(sql`machines.name_fold`, word)}
          or exists (select 1 from user_search where user_search.user_id = users.id
            and (${contains(sql`user_search.last_name`, word)} or ${contains(sql`user_search.first_name`, word)}))
          or (${canSeeAddress} and ${contains(sql`users.login_fold`, word)}))`,
      ),
    )
    .$call((pcs) => conditions.reduce((filtered, condition) => filtered.where(condition), pcs))
    .orderBy(sortColumns[sort?.field ?? 'name'], sort?.direction ?? 'asc')
    .orderBy('machines.id');
  return readPage(matchingPcs, { pageNumber, pageSize });
}

export async function findLicensesById(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('licenses')
    .innerJoin('machines', 'machines.id', 'licenses.machineId')
    .select(licenseColumns)
    .where('licenses.id', 'in', ids)
    .execute();
}
