import type { LegalDocument } from '@basics/contract/legal.ts';
import type { Db, Trx } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';

export const findBrandId = (db: Db, brandId: string) =>
  db.selectFrom('brands').select('id').where('id', '=', brandId).executeTakeFirst();

/** Keeps the brand, and others who write about it wait. */
export const lockBrandId = (trx: Trx, brandId: string) =>
  trx.selectFrom('brands').select('id').where('id', '=', brandId).forNoKeyUpdate().executeTakeFirst();

export const findLegalText = (db: Db, brandId: string, document: LegalDocument) =>
  db
    .selectFrom('legal_texts')
    .select(['text', 'version'])
    .where('brand_id', '=', brandId)
    .where('document', '=', document)
    .executeTakeFirst();

export async function writeLegalText(trx: Trx, row: NewRow<'legal_texts'>): Promise<void> {
  const { text, version, changed_at } = row;
  await trx
    .insertInto('legal_texts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['brand_id', 'document']).doUpdateSet({ text, version, changed_at }))
    .execute();
}
