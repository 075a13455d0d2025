import * as z from 'zod/mini';
import { brandId } from '../brands/brands.ts';
import { endpoint } from '../calls/endpoint.ts';
import { anyText, readVersion } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import type { Brand } from '../brands/portal-setup.ts';
import type { ReleaseNote } from '../release-notes/release-notes.ts';

export const legalDocuments = ['legalNotice', 'terms', 'legalDisclaimer'] as const;
export type LegalDocument = (typeof legalDocuments)[number];

/**
 * A legal text of a brand in Markdown. `text` is empty if the brand shows the standard text. `version` is 0 until the text is saved for the
 * first time.
 */
const legalText = z.strictObject({ text: z.string(), version: z.int() });
export type LegalText = z.infer<typeof legalText>;

export const legalBody = z.strictObject({ text: anyText(limits.text.legal), version: readVersion });

const params = z.strictObject({ id: brandId, document: z.enum(legalDocuments) });

export const legal = {
  get: endpoint({
    name: 'legal.get',
    summary: 'The text of a legal document of a brand; empty when the standard text is shown',
    method: 'GET',
    path: '/brand/{id}/legal/{document}',
    access: 'public',
    params,
    reply: legalText,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  update: endpoint({
    name: 'legal.update',
    summary: 'Save a legal document of a brand; an empty text restores the standard text',
    method: 'PUT',
    path: '/brand/{id}/legal/{document}',
    access: 'administrator',
    params,
    body: legalBody,
    reply: legalText,
    problems: ['RESULTS_NOT_FOUND', 'STALE'],
  }),
};

/**
 * A public text with the data to render it: the published release notes, newest first, or a legal document. If the `text` of a legal
 * document is empty, the standard text is shown.
 */
export type PublicText =
  | { kind: 'notes'; notes: readonly ReleaseNote[] }
  | { kind: 'legal'; document: LegalDocument; text: string; brand: Pick<Brand, 'legalEntity' | 'supportEmail'> };
