import type { Db } from '#server/database/database.ts';

/** The countries that somebody looks after, for whichever brand. */
export async function findHeldCountries(db: Db, salesmanId: number): Promise<string[]> {
  const held = await db
    .selectFrom('country_brand_salesmen')
    .select('country')
    .distinct()
    .where('salesman_id', '=', salesmanId)
    .orderBy('country')
    .execute();
  return held.map(({ country }) => country);
}
