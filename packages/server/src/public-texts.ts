import type { LegalDocument } from '@basics/contract/legal/legal.ts';
import type { ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import type { Db } from './database/foundation.ts';
import { readLegalText } from './features/legal/legal-texts.ts';
import { listPublishedNotes } from './features/release-notes/read-notes.ts';
import type { TextSources } from './platform/pages/first-texts.ts';

/**
 * The limits of the first view of the release notes: it shows at most `count` notes, and adds no note after the descriptions have
 * `characters` characters.
 */
const firstNotesLimits = { count: 5, characters: 12_000 };

/**
 * Creates the functions that read the texts for the first views of the public pages: the newest published release notes, and the legal
 * documents of the brand.
 */
export function createTextSources(db: Db): TextSources {
  const readLegal =
    (document: LegalDocument): NonNullable<ReturnType<TextSources['get']>> =>
    async ({ id, legalEntity, supportEmail }) => {
      const { text } = await readLegalText(db, { id, document });
      return { kind: 'legal', document, text, brand: { legalEntity, supportEmail } };
    };
  return new Map([
    ['/legal-notice', readLegal('legalNotice')],
    ['/terms', readLegal('terms')],
    ['/legal-disclaimer', readLegal('legalDisclaimer')],
    [
      '/release-notes',
      async () => {
        const { items } = await listPublishedNotes(db, {
          pageNumber: 1,
          pageSize: firstNotesLimits.count,
          keyword: '',
        });
        return items.length === 0 ? null : { kind: 'notes', notes: pickFirstNotes(items) };
      },
    ],
  ]);
}

/** Returns the first release notes: at least one, and further notes until the descriptions have enough characters. */
function pickFirstNotes(notes: readonly ReleaseNote[]): ReleaseNote[] {
  let characters = 0;
  return notes.filter(({ description }) => {
    const isPicked = characters < firstNotesLimits.characters;
    characters += description.length;
    return isPicked;
  });
}
