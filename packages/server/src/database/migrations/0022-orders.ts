import {
  between,
  cascadeReference,
  day,
  flag,
  id,
  json,
  moment,
  optional,
  references,
  text,
  withDefault,
} from '../columns.ts';
import { createImpersonalTable, createIndex, createTable } from '../queries/statements.ts';

const orderTables = [
  createTable(
    'orders',
    {
      id,
      // The system that the order comes from, and the number of the order in that system.
      source: text,
      external_id: text,
      // Null only within the transaction that creates the order.
      user_id: optional(references('users.id')),
      // The company that has the PCs; null if the customer has them.
      company_id: optional(references('companies.id')),
      // The login in the order, which stays when the customer's login changes.
      login_fold: withDefault('', text),
      created_user: withDefault(0, flag),
      invited: withDefault(0, flag),
      note: withDefault('', text),
      created_at: moment,
      changed_at: moment,
    },
    { unique: [['source', 'external_id']] },
  ),
  createIndex('orders', 'user_id'),
  createIndex('orders', 'company_id'),
  createIndex('orders', 'changed_at'),
  // A tool or brand that was deleted stays in the order, so these columns are not foreign keys.
  createImpersonalTable(
    'order_lines',
    {
      order_id: cascadeReference('orders.id'),
      number: between(0, 1000),
      line: text,
      tool_id: text,
      brand_id: text,
      config_tools: json,
      pcs: between(0, 100_000),
      valid_from: optional(day),
      valid_to: optional(day),
    },
    { primary: ['order_id', 'number'] },
  ),
  // What the orders of a user or a company give together for a tool and brand.
  createTable(
    'ordered_grants',
    {
      id,
      user_id: optional(cascadeReference('users.id')),
      company_id: optional(cascadeReference('companies.id')),
      tool_id: text,
      brand_id: text,
      // What the orders gave when they were read last.
      terms: json,
      // The grant that staff had entered before the first order; null if there was none.
      base: optional(json),
      // The day on which the terms change, because a line begins or ends.
      next_day: optional(day),
    },
    {
      unique: [
        ['user_id', 'tool_id', 'brand_id'],
        ['company_id', 'tool_id', 'brand_id'],
      ],
    },
  ),
  createIndex('ordered_grants', 'next_day'),
];

/** The orders of other systems, and what they give to users and companies. */
export const orders = { name: '0022-orders', steps: orderTables } as const;
