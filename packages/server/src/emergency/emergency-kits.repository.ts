import type { Db, Trx } from '../database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';

export const insertKit = (trx: Trx, kit: NewRow<'emergencyKits'>): Promise<unknown> =>
  trx
    .insertInto('emergencyKits')
    .values(kit)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

export const findKits = (db: Db) =>
  db.selectFrom('emergencyKits').selectAll().orderBy('createdAt', 'desc').orderBy('id').execute();

/** Locks the kit until the transaction ends, so that two imports of the same kit count its licences one after the other. */
export const lockKit = (trx: Trx, id: string): Promise<unknown> =>
  trx.selectFrom('emergencyKits').select('id').where('id', '=', id).forUpdate().execute();

export async function countLicensesWithReason(trx: Trx, overrideReason: string): Promise<number> {
  const countRow = await trx
    .selectFrom('licenses')
    .select(({ fn }) => fn.countAll().as('licenses'))
    .where('overrideReason', '=', overrideReason)
    .executeTakeFirstOrThrow();
  return Number(countRow.licenses);
}

/** Finds the licence of a verification code, with its owner. */
export const findStoredLicense = (trx: Trx, verificationHash: string) =>
  trx
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.userId')
    .select(['licenses.licenceUid', 'licenses.userId', 'users.login'])
    .where('verificationHash', '=', verificationHash)
    .executeTakeFirst();

/** Finds the licence of a PC that expires last, among the licences that are neither replaced nor revoked. */
export const findLicenseExpiringLast = (trx: Trx, machineId: number) =>
  trx
    .selectFrom('licenses')
    .select(['id', 'expiresAt'])
    .where('machineId', '=', machineId)
    .where('replacedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .orderBy('expiresAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function storeImport(
  trx: Trx,
  id: string,
  { at, importedCount }: { at: number; importedCount: number },
): Promise<void> {
  await trx
    .updateTable('emergencyKits')
    .set({ importedAt: at, imported: importedCount })
    .where('id', '=', id)
    .execute();
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

/** Finds the grants of active users that are valid on a day (`YYYY-MM-DD`). */
export const findAllGrants = (db: Db, day: string) =>
  db
    .selectFrom((grants) =>
      grants
        .selectFrom('toolGrants')
        .select(['userId', 'toolId', 'brandId', 'configTools', 'validFrom', 'validTo'])
        .unionAll(
          grants
            .selectFrom('companyGrants')
            .innerJoin('users', 'users.companyId', 'companyGrants.companyId')
            .select(['users.id as userId', 'toolId', 'companyGrants.brandId', 'configTools', 'validFrom', 'validTo']),
        )
        .as('toolGrants'),
    )
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
