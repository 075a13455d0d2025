import type { LegalDocument } from './legal.ts';
import type { Brand } from '../brands/portal-setup.ts';
import type { ReleaseNote } from '../release-notes/release-notes.ts';

/**
 * A public text with the data to render it: the published release notes, newest first, or a legal document. If the `text` of a legal
 * document is empty, the standard text is shown.
 */
export type PublicText =
  | { kind: 'notes'; notes: readonly ReleaseNote[] }
  | { kind: 'legal'; document: LegalDocument; text: string; brand: Pick<Brand, 'legalEntity' | 'supportEmail'> };
