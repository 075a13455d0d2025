import type { Body } from '@basics/contract/endpoint.ts';
import type { legal, LegalDocument, LegalText } from '@basics/contract/legal.ts';
import type { Database } from '#server/database/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { recordAction, requireCurrentVersion } from '#server/platform/writing.ts';
import { findBrandId, findLegalText, lockBrandId, writeLegalText } from './legal.repository.ts';

type DocumentKey = { id: string; document: LegalDocument };

/** The text of a brand without a text of its own: an empty text, for which the portal shows its standard document. */
const standardText: LegalText = { text: '', version: 0 };

/** Serves the legal documents of the brands, which everyone may read. */
export function legalService({ database, clock }: { database: Database; clock: Clock }) {
  const db = database.kysely;
  return {
    async get({ id, document }: DocumentKey): Promise<LegalText> {
      if (!(await findBrandId(db, id))) throw problem('RESULTS_NOT_FOUND');
      return (await findLegalText(db, id, document)) ?? standardText;
    },

    /** Replaces a legal text; white space around the text is removed. Throws RESULTS_NOT_FOUND or STALE. */
    update(
      actor: Actor,
      { id, document }: DocumentKey,
      body: Body<typeof legal.update>,
      origin: Origin,
    ): Promise<LegalText> {
      const at = clock();
      const text = body.text.trim();
      return database.transact(async (trx) => {
        if (!(await lockBrandId(trx, id))) throw problem('RESULTS_NOT_FOUND');
        const oldText = (await findLegalText(trx, id, document)) ?? standardText;
        requireCurrentVersion(oldText, body.version);
        if (oldText.text === text) return oldText;
        const version = oldText.version + 1;
        await writeLegalText(trx, { brandId: id, document, text, version, changedAt: at });
        await recordAction(
          trx,
          { actor, origin, at },
          {
            action: 'brand.setLegalText',
            subject: { kind: 'brand', id },
            before: { [document]: oldText.text },
            after: { [document]: text },
          },
        );
        return { text, version };
      });
    },
  };
}

export type LegalService = ReturnType<typeof legalService>;
