import type { LegalDocument } from '@basics/contract/legal/legal.ts';
import { legal as texts } from '#portal/texts/legal.ts';

/** Returns the standard text of a legal document, as Markdown, for a brand that has no text of its own. */
export const createStandardText = (
  document: LegalDocument,
  brand: { legalEntity: string; supportEmail: string },
): string => texts.standard[document]({ entity: brand.legalEntity, support: brand.supportEmail }).trim();
