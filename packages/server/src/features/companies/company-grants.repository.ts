import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import { selectByIds } from '#server/database/queries/compiled-queries.ts';
import type { NewRow } from '#server/database/schema.ts';

/** Finds all grants of a company, also those that have ended or begin later. */
export const findCompanyGrants = (db: Db, companyId: number) =>
  db
    .selectFrom('companyGrants')
    .innerJoin('tools', 'tools.id', 'companyGrants.toolId')
    .innerJoin('brands', 'brands.id', 'companyGrants.brandId')
    .selectAll('companyGrants')
    .select(['tools.name as toolName', 'brands.name as brandName'])
    .where('companyId', '=', companyId)
    .orderBy('companyGrants.toolId')
    .orderBy('companyGrants.brandId')
    .execute();

/** Reads the grants of several companies by the ids of the companies. */
export const readGrantsOfCompanies = selectByIds((db, companyIds) =>
  db
    .selectFrom('companyGrants')
    .select(['companyId', 'toolId', 'brandId', 'configTools', 'validFrom', 'validTo', 'pcs'])
    .where('companyId', 'in', companyIds)
    .orderBy('toolId')
    .orderBy('brandId'),
);

export type CompanyGrantRow = Awaited<ReturnType<typeof findCompanyGrants>>[number];

/** Stores the grant of a company for a tool and brand, or replaces its values. */
export async function storeCompanyGrant(
  trx: Trx,
  grant: Omit<NewRow<'companyGrants'>, 'id' | 'version'>,
): Promise<void> {
  const { configTools, pcs, validFrom, validTo, source, reason } = grant;
  await trx
    .insertInto('companyGrants')
    .values(grant)
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'toolId', 'brandId']).doUpdateSet({
        configTools,
        pcs,
        validFrom,
        validTo,
        source,
        reason,
        version: sql`company_grants.version + 1`,
      }),
    )
    .execute();
}
