import type { Db } from '#server/database/database.ts';

/** The countries that somebody looks after, for whichever brand. */
export async function findHeldCountries(db: Db, salesmanId: number): Promise<string[]> {
  const held = await db
    .selectFrom('countryBrandSalesmen')
    .select('country')
    .distinct()
    .where('salesmanId', '=', salesmanId)
    .orderBy('country')
    .execute();
  return held.map(({ country }) => country);
}
