import {
  between,
  bytesHex,
  cascadeReference,
  day,
  id,
  integer,
  json,
  moment,
  oneOfTexts,
  optional,
  references,
  setNullReference,
  text,
  unique,
  withDefault,
} from '../columns.ts';
import {
  addColumn,
  createImpersonalTable,
  createIndex,
  createPartialIndex,
  createTable,
  createUniqueIndex,
} from '../queries/statements.ts';

const role = oneOfTexts('manager', 'member');
/** The number of PCs bought; null for the number of the policy. */
const pcs = optional(between(0, 100_000));

const companyTables = [
  createImpersonalTable('companies', {
    id,
    name: text,
    // The name is normalised for search and sorting.
    name_fold: text,
    country: optional({ ...text, check: (name: string) => `length(${name}) = 2` }),
    external_ref: optional(unique(text)),
    crm_account: optional(text),
    status: withDefault('active', oneOfTexts('active', 'suspended')),
    // The id of the actor stays after the account is deleted, so it is not a foreign key.
    created_by: optional(integer),
    created_at: moment,
    version: withDefault(1, integer),
  }),
  createIndex('companies', 'name_fold'),
  createIndex('companies', 'created_by'),
  createIndex('companies', 'crm_account'),

  addColumn('users', 'company_id', optional(references('companies.id'))),
  addColumn('users', 'company_role', withDefault('member', role)),
  createPartialIndex('users', ['company_id'], 'company_id is not null'),

  addColumn('tool_grants', 'pcs', pcs),
  // The tools of a company, which all its members may use. The seats are counted over all PCs of the company.
  createImpersonalTable(
    'company_grants',
    {
      id,
      company_id: cascadeReference('companies.id'),
      tool_id: references('tools.id', text),
      brand_id: references('brands.id', text),
      config_tools: json,
      pcs,
      valid_from: optional(day),
      valid_to: optional(day),
      // The order line; null if staff entered the seats.
      source: optional(text),
      // The reason of the last change.
      reason: text,
      version: withDefault(1, integer),
    },
    { unique: [['company_id', 'tool_id', 'brand_id']], checks: { days: 'valid_from <= valid_to' } },
  ),
  createIndex('company_grants', 'tool_id', 'brand_id'),
];

const peopleTables = [
  createTable('company_invitations', {
    id,
    company_id: cascadeReference('companies.id'),
    login: text,
    login_fold: text,
    role,
    // SHA-256 of the secret in the link.
    hash: unique(bytesHex(32)),
    invited_by: setNullReference('users.id'),
    invited_at: moment,
    expires_at: moment,
    // The account that accepted the invitation.
    user_id: optional(cascadeReference('users.id')),
    ended_at: optional(moment),
  }),
  createUniqueIndex('company_invitations', ['company_id', 'login_fold'], 'ended_at is null'),
  createIndex('company_invitations', 'invited_by'),
  createIndex('company_invitations', 'user_id'),
  createIndex('company_invitations', 'login_fold'),

  // The recoveries of companies whose managers are gone: after 72 hours, the user becomes a manager.
  createTable('company_recoveries', {
    id,
    company_id: cascadeReference('companies.id'),
    user_id: cascadeReference('users.id'),
    reason: text,
    // The id of the actor stays after the account is deleted, so it is not a foreign key.
    asked_by: integer,
    asked_at: moment,
    effective_at: moment,
    state: withDefault('waiting', oneOfTexts('waiting', 'done', 'stopped')),
  }),
  createUniqueIndex('company_recoveries', ['company_id'], "state = 'waiting'"),
  createIndex('company_recoveries', 'company_id', 'asked_at'),
  createIndex('company_recoveries', 'user_id'),
];

/** Companies, their members and their seats. A user belongs to at most one company. */
export const companies = { name: '0015-companies', steps: [...companyTables, ...peopleTables] } as const;
