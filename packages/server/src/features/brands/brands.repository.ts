import type { Db } from '#server/database/database.ts';

export const findBrands = (db: Db) => db.selectFrom('brands').selectAll().orderBy('code').execute();

/** The brand whose look a host name shows, if one has been given that name. */
export const findBrandOfHost = (db: Db, host: string) =>
  db.selectFrom('brand_hosts').select('brand_id').where('host', '=', host).executeTakeFirst();
