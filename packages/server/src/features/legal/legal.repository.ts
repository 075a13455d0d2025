import type { LegalDocument } from '@basics/contract/legal/legal.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow } from '#server/database/schema.ts';

export const findBrandId = (db: Db, brandId: string) =>
  db.selectFrom('brands').select('id').where('id', '=', brandId).executeTakeFirst();

/** Locks a brand until the transaction ends, so that other changes to its legal texts wait. */
export const lockBrandId = (trx: Trx, brandId: string) =>
  trx.selectFrom('brands').select('id').where('id', '=', brandId).forNoKeyUpdate().executeTakeFirst();

export const findLegalText = (db: Db, brandId: string, document: LegalDocument) =>
  db
    .selectFrom('legalTexts')
    .select(['text', 'version'])
    .where('brandId', '=', brandId)
    .where('document', '=', document)
    .executeTakeFirst();

export async function writeLegalText(trx: Trx, row: NewRow<'legalTexts'>): Promise<void> {
  const { text, version, changedAt } = row;
  await trx
    .insertInto('legalTexts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['brandId', 'document']).doUpdateSet({ text, version, changedAt }))
    .execute();
}
