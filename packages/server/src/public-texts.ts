import type { LegalDocument } from '@basics/contract/legal.ts';
import type { ReleaseNote } from '@basics/contract/release-notes.ts';
import type { LegalService } from './features/legal/legal.service.ts';
import type { ReleaseNotesService } from './features/release-notes/release-notes.service.ts';
import type { TextSources } from './platform/http/first-texts.ts';

/**
 * The first view of the release notes shows at most `count` notes, and no further note once the shown descriptions have `characters`
 * characters.
 */
const firstNotes = { count: 5, characters: 12_000 };

/** The texts that the first views of the public pages show: the newest published notes, and the legal documents of the brand. */
export function createTextSources(
  releaseNotes: Pick<ReleaseNotesService, 'list'>,
  legal: Pick<LegalService, 'get'>,
): TextSources {
  const readLegal =
    (document: LegalDocument): NonNullable<ReturnType<TextSources['get']>> =>
    async ({ id, legalEntity, supportEmail }) => {
      const { text } = await legal.get({ id, document });
      return { kind: 'legal', document, text, brand: { legalEntity, supportEmail } };
    };
  return new Map([
    ['/legal-notice', readLegal('legalNotice')],
    ['/terms', readLegal('terms')],
    ['/legal-disclaimer', readLegal('legalDisclaimer')],
    [
      '/release-notes',
      async () => {
        const { items } = await releaseNotes.list({ pageNumber: 1, pageSize: firstNotes.count, keyword: '' });
        return items.length === 0 ? null : { kind: 'notes', notes: pickFirst(items) };
      },
    ],
  ]);
}

/** Returns at least one note, and further notes until the descriptions have enough characters. */
function pickFirst(notes: readonly ReleaseNote[]): ReleaseNote[] {
  let characters = 0;
  return notes.filter(({ description }) => {
    const isPicked = characters < firstNotes.characters;
    characters += description.length;
    return isPicked;
  });
}
