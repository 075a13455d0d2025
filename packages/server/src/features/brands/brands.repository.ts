import type { BrandUses, Picture } from '@basics/contract/brands/brands.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow, Row } from '#server/database/schema.ts';

const plainColumns = [
  'id',
  'code',
  'name',
  'theme',
  'tokens',
  'supportEmail',
  'legalEntity',
  'senderAddress',
  'isDefault',
  'version',
] as const;

/** Finds all brands without their pictures, which only few callers need. */
export const findBrands = (db: Db) => db.selectFrom('brands').select(plainColumns).orderBy('code').execute();

export type BrandRow = Awaited<ReturnType<typeof findBrands>>[number];

/** Finds the brand of a host name, if a brand has that name. */
export const findBrandOfHost = (db: Db, host: string) =>
  db.selectFrom('brandHosts').select('brandId').where('host', '=', host).executeTakeFirst();

export const findHosts = (db: Db) => db.selectFrom('brandHosts').selectAll().orderBy('host').execute();

export async function findPicture(db: Db, brandId: string, pictureName: Picture): Promise<string | undefined> {
  const column = pictureColumns[pictureName];
  const row = await db.selectFrom('brands').select(`${column} as svg`).where('id', '=', brandId).executeTakeFirst();
  return row?.svg;
}

export const pictureColumns = { mark: 'markSvg', favicon: 'faviconSvg' } as const;

/**
 * Locks all brands until the transaction ends, so that the caller can check unique fields; there are at most eight brands. The brands are
 * read after the lock is taken, because the previous holder of the lock may have added a brand.
 */
export async function lockBrands(trx: Trx): Promise<BrandRow[]> {
  await trx.selectFrom('brands').select('id').orderBy('code').forUpdate().execute();
  return findBrands(trx);
}

export async function insertBrand(trx: Trx, row: NewRow<'brands'>): Promise<void> {
  await trx.insertInto('brands').values(row).execute();
}

export type BrandChanges = Partial<
  Pick<
    Row<'brands'>,
    'name' | 'tokens' | 'supportEmail' | 'legalEntity' | 'senderAddress' | 'markSvg' | 'faviconSvg' | 'isDefault'
  >
>;

/** Updates a locked row and raises its version. */
export async function changeBrand(trx: Trx, { id, version }: BrandRow, changes: BrandChanges): Promise<void> {
  await trx
    .updateTable('brands')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

export async function clearDefault(trx: Trx): Promise<void> {
  await trx.updateTable('brands').set({ isDefault: 0 }).where('isDefault', '=', 1).execute();
}

/** Replaces a brand's host names. Throws a unique violation if another brand has one of the host names. */
export async function replaceHosts(trx: Trx, brandId: string, hosts: readonly string[]): Promise<void> {
  await trx.deleteFrom('brandHosts').where('brandId', '=', brandId).execute();
  if (hosts.length === 0) return;
  await trx
    .insertInto('brandHosts')
    .values(hosts.map((host) => ({ host, brandId })))
    .execute();
}

export async function deleteBrand(trx: Trx, brandId: string): Promise<void> {
  await trx.deleteFrom('brands').where('id', '=', brandId).execute();
}

/** The tables whose rows prevent the deletion of a brand, by the name of the count that users see. */
export const referringTables = {
  users: 'users',
  grants: 'toolGrants',
  requestedTools: 'requestedTools',
  assignments: 'countryBrandSalesmen',
  licences: 'licenses',
  letters: 'outbox',
} as const satisfies Record<keyof BrandUses, string>;

/** The grants of companies, which users see in one number with the grants of users. */
export const grantsOfCompanies = 'companyGrants';

/** The tables whose rows are deleted with their brand. */
export const cascadingTables = ['brandHosts', 'legalTexts', 'licencePolicies'] as const;

export async function countUses(db: Db, brandIds: readonly string[]): Promise<(brandId: string) => BrandUses> {
  const countsByUse = new Map<string, number>();
  for (const [use, table] of [...Object.entries(referringTables), ['grants', grantsOfCompanies] as const]) {
    // The statements run one after the other, because a transaction has only one connection.
    // oxlint-disable-next-line no-await-in-loop
    const rows = await db
      .selectFrom(table)
      .select(({ fn }) => ['brandId', fn.countAll<number>().as('count')])
      .where('brandId', 'in', brandIds)
      .groupBy('brandId')
      .execute();
    for (const { brandId, count } of rows)
      countsByUse.set(`${use} ${brandId}`, (countsByUse.get(`${use} ${brandId}`) ?? 0) + count);
  }
  const findCount = (use: keyof BrandUses, brandId: string): number => countsByUse.get(`${use} ${brandId}`) ?? 0;
  return (brandId) => ({
    users: findCount('users', brandId),
    grants: findCount('grants', brandId),
    requestedTools: findCount('requestedTools', brandId),
    assignments: findCount('assignments', brandId),
    licences: findCount('licences', brandId),
    letters: findCount('letters', brandId),
  });
}
