import type { Body, Params } from '@basics/contract/calls/endpoint.ts';
import type { legal, LegalText } from '@basics/contract/legal/legal.ts';
import type { Db } from '#server/database/foundation.ts';
import { problem } from '#server/platform/problem.ts';
import { requireCurrentVersion, type WriteContext } from '#server/platform/writing.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { findBrandId, findLegalText, lockBrandId, writeLegalText } from './legal.repository.ts';

type DocumentKey = Params<typeof legal.get>;

/** The text of a brand without a text of its own: an empty text, for which the portal shows its standard document. */
const standardText: LegalText = { text: '', version: 0 };

/** Reads a legal document of a brand. Throws RESULTS_NOT_FOUND. */
export async function readLegalText(db: Db, { id, document }: DocumentKey): Promise<LegalText> {
  if (!(await findBrandId(db, id))) throw problem('RESULTS_NOT_FOUND');
  return (await findLegalText(db, id, document)) ?? standardText;
}

/** Replaces a legal text; white space around the text is removed. Throws RESULTS_NOT_FOUND or STALE. */
export function updateLegalText(
  context: WriteContext,
  { id, document }: DocumentKey,
  body: Body<typeof legal.update>,
): Promise<LegalText> {
  const text = body.text.trim();
  return context.database.transact(async (trx) => {
    if (!(await lockBrandId(trx, id))) throw problem('RESULTS_NOT_FOUND');
    const oldText = (await findLegalText(trx, id, document)) ?? standardText;
    requireCurrentVersion(oldText, body.version);
    if (oldText.text === text) return oldText;
    const version = oldText.version + 1;
    await writeLegalText(trx, { brandId: id, document, text, version, changedAt: context.at });
    await recordAction(trx, context, {
      action: 'brand.setLegalText',
      subject: { kind: 'brand', id },
      before: { [document]: oldText.text },
      after: { [document]: text },
    });
    return { text, version };
  });
}
