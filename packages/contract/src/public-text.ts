import type { LegalDocument } from './legal.ts';
import type { Brand } from './portal-setup.ts';
import type { ReleaseNote } from './release-notes.ts';

/** A text that everyone may read, with all that its rendering needs. The notes are published, the newest first; an empty `text` is the standard text. */
export type PublicText =
  | { kind: 'notes'; notes: readonly ReleaseNote[] }
  | { kind: 'legal'; document: LegalDocument; text: string; brand: Pick<Brand, 'legalEntity' | 'supportEmail'> };
