import type { LegalDocument } from '@basics/contract/legal.ts';
import { legal as texts } from '#portal/texts/legal.ts';

/** What a document says where a brand has no words of its own, as Markdown. */
export const standardText = (document: LegalDocument, brand: { legalEntity: string; supportEmail: string }): string =>
  texts.standard[document]({ entity: brand.legalEntity, support: brand.supportEmail }).trim();
