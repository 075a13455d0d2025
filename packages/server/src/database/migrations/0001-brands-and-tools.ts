import {
  between,
  cascadeReference,
  flag,
  integer,
  json,
  moment,
  oneOfTexts,
  optional,
  primary,
  references,
  text,
  unique,
  withDefault,
} from '../columns.ts';
import { createImpersonalTable, createIndex, createUniqueIndex } from '../queries/statements.ts';

/** The brands with their host names and legal documents, and the tools with their add-ons. */
export const brandsAndTools = {
  name: '0001-brands-and-tools',
  steps: [
    createImpersonalTable('brands', {
      id: primary(text),
      // The number of the brand, 0 to 7, because it has three bits in a licence code.
      code: unique(between(0, 7)),
      name: text,
      theme: unique(text),
      tokens: json,
      mark_svg: text,
      favicon_svg: text,
      support_email: text,
      legal_entity: text,
      sender_address: text,
      is_default: flag,
      version: withDefault(1, integer),
    }),
    createUniqueIndex('brands', ['is_default'], 'is_default = 1'),
    createImpersonalTable('brand_hosts', { host: primary(text), brand_id: cascadeReference('brands.id', text) }),
    createIndex('brand_hosts', 'brand_id'),
    // A document without a row has the standard text.
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

    createImpersonalTable('tools', {
      id: primary(text),
      code: optional(unique(between(0, 65_535))),
      name: text,
      max_major: between(0, 255),
      parent_tool_id: optional(references('tools.id', text)),
      entitlement_bit: optional(between(0, 31)),
      // A retired tool can no longer be granted.
      retired: withDefault(0, flag),
      // A tool and its add-ons have one version, because they are written together.
      version: withDefault(1, integer),
    }),
    // Any two add-ons of the same tool must have different bits.
    createUniqueIndex('tools', ['parent_tool_id', 'entitlement_bit'], 'entitlement_bit is not null'),
  ],
} as const;
