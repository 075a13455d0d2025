import type { Db, Trx } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';

export const insertKit = (trx: Trx, kit: NewRow<'emergencyKits'>): Promise<unknown> =>
  trx
    .insertInto('emergencyKits')
    .values(kit)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

export const findKits = (db: Db) =>
  db.selectFrom('emergencyKits').selectAll().orderBy('createdAt', 'desc').orderBy('id').execute();

export async function noteImport(
  trx: Trx,
  id: string,
  { at, imported }: { at: number; imported: number },
): Promise<void> {
  await trx.updateTable('emergencyKits').set({ importedAt: at, imported }).where('id', '=', id).execute();
}

export const findKitTools = (db: Db) =>
  db
    .selectFrom('tools')
    .select(['id', 'name', 'code', 'maxMajor'])
    .where('code', 'is not', null)
    .where('retired', '=', 0)
    .orderBy('id')
    .execute();

export const findAddOnBits = (db: Db) =>
  db
    .selectFrom('tools')
    .select(['id', 'parentToolId', 'entitlementBit'])
    .where('entitlementBit', 'is not', null)
    .execute();

/** The grants that are valid on a day (`YYYY-MM-DD`), of active users. */
export const findAllGrants = (db: Db, day: string) =>
  db
    .selectFrom('toolGrants')
    .innerJoin('users', 'users.id', 'toolGrants.userId')
    .innerJoin('brands', 'brands.id', 'toolGrants.brandId')
    .select([
      'users.login',
      'users.firstName',
      'users.lastName',
      'users.preferences',
      'toolGrants.toolId',
      'toolGrants.configTools',
      'toolGrants.validTo',
      'brands.id as brandId',
      'brands.name as brandName',
      'brands.code as brandCode',
    ])
    .where('users.status', '=', 'active')
    .where((where) => where.or([where('validFrom', 'is', null), where('validFrom', '<=', day)]))
    .where((where) => where.or([where('validTo', 'is', null), where('validTo', '>=', day)]))
    .orderBy('users.id')
    .orderBy('toolGrants.toolId')
    .orderBy('toolGrants.brandId')
    .execute();
