import { cascadeReference, withDefault, integer, moment, oneOfTexts, text } from '../columns.ts';
import { addColumn, createImpersonalTable } from '../statements.ts';

/** Lets administrators edit brands and the legal documents of each brand. A document without a row has the standard text. */
export const brands = {
  name: '0008-brands',
  steps: [
    addColumn('brands', 'version', withDefault(1, integer)),
    createImpersonalTable(
      'legal_texts',
      {
        brand_id: cascadeReference('brands.id', text),
        document: oneOfTexts('legalNotice', 'terms', 'legalDisclaimer'),
        text,
        version: integer,
        changed_at: moment,
      },
      { primary: ['brand_id', 'document'] },
    ),
  ],
};
