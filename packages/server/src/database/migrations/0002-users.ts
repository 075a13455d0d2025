import {
  cascadeReference,
  day,
  flag,
  id,
  integer,
  json,
  moment,
  oneOfTexts,
  optional,
  primary,
  references,
  setNullReference,
  text,
  unique,
  withDefault,
} from '../columns.ts';
import type { Column } from '../columns.ts';
import { createIndex, createPartialIndex, createTable } from '../queries/statements.ts';

const userStatus = oneOfTexts(
  'unverified',
  'pending',
  'approved',
  'active',
  'rejected',
  'expired',
  'withdrawn',
  'suspended',
  // The row of a deleted user stays, with its id and its licences, but without personal data.
  'deleted',
);
const countryColumn: Column<string> = { ...text, check: (name) => `length(${name}) = 2` };

const accountTables = [
  createTable('users', {
    id,
    login: text,
    login_fold: unique(text),
    first_name: text,
    last_name: text,
    phone: text,
    company: text,
    profile_id: optional(integer),
    brand_id: optional(references('brands.id', text)),
    country: optional(countryColumn),
    language: text,
    can_receive_mail: flag,
    crm_account: optional(text),
    user_domain: optional(text),
    password_hash: optional(text),
    status: userStatus,
    preferences: json,
    created_by: setNullReference('users.id'),
    created_at: moment,
    request_date: optional(moment),
    reason: optional(text),
    comment: optional(text),
    decided_by: setNullReference('users.id'),
    decided_at: optional(moment),
    // When the personal data of a deleted user was erased.
    erased_at: optional(moment),
    version: withDefault(1, integer),
  }),
  // The index is for the list of pending requests and the lists of users by status.
  createIndex('users', 'status', 'request_date'),
  // The indexes find the users whom a salesman may see: by the assigned pairs of country and brand, and by the creator.
  createIndex('users', 'country', 'brand_id'),
  createIndex('users', 'created_by'),
  createIndex('users', 'created_at'),
  // The index finds the users whose e-mail addresses have the domain of a company.
  createIndex('users', 'user_domain'),
  // The indexes make deletions fast, because a deletion makes both databases search for rows that refer to the deleted row.
  createIndex('users', 'decided_by'),
  createIndex('users', 'brand_id'),

  createTable('user_history', {
    id,
    // The ids stay after an account is deleted, so they are not foreign keys.
    user_id: integer,
    at: moment,
    actor_id: optional(integer),
    from_status: optional(userStatus),
    to_status: userStatus,
    reason: optional(text),
  }),
  createIndex('user_history', 'user_id', 'at'),
  // The index finds when an account was last suspended or reinstated, which is part of the sequence number of revocation lists.
  createPartialIndex('user_history', ['at'], "to_status = 'suspended' or from_status = 'suspended'"),

  // The bin of deleted users: `name` and `archive` are encrypted, and the row is deleted after 30 days. `profile_id` and `status` are the
  // values before the deletion; they decide who can see the row. `schema_name` is the newest migration at the time when the archive was
  // written.
  createTable('deleted_users', {
    id,
    user_id: unique(cascadeReference('users.id')),
    profile_id: optional(integer),
    status: userStatus,
    deleted_at: moment,
    deleted_by: setNullReference('users.id'),
    schema_name: text,
    name: text,
    archive: text,
  }),
  createIndex('deleted_users', 'deleted_at'),
  createIndex('deleted_users', 'deleted_by'),

  // The permissions that single users have in addition to their profile, until a last day.
  createTable(
    'permission_overrides',
    {
      user_id: cascadeReference('users.id'),
      permission: text,
      valid_to: day,
      reason: text,
      granted_by: setNullReference('users.id'),
      granted_at: moment,
    },
    { primary: ['user_id', 'permission'] },
  ),
];

const toolTables = [
  createTable(
    'tool_grants',
    {
      id,
      user_id: cascadeReference('users.id'),
      tool_id: references('tools.id', text),
      brand_id: references('brands.id', text),
      config_tools: json,
      valid_from: optional(day),
      valid_to: optional(day),
    },
    { unique: [['user_id', 'tool_id', 'brand_id']], checks: { days: 'valid_from <= valid_to' } },
  ),
  createIndex('tool_grants', 'tool_id', 'brand_id'),
  // The tools that an applicant asked for; an approval creates the grant.
  createTable(
    'requested_tools',
    {
      user_id: cascadeReference('users.id'),
      tool_id: references('tools.id', text),
      brand_id: references('brands.id', text),
    },
    { primary: ['user_id', 'tool_id', 'brand_id'] },
  ),
  createIndex('requested_tools', 'tool_id', 'brand_id'),
];

const territoryTables = [
  createTable(
    'country_brand_salesmen',
    {
      id,
      country: countryColumn,
      continent: text,
      brand_id: references('brands.id', text),
      salesman_id: cascadeReference('users.id'),
      // A change is refused if someone else has changed the same assignment meanwhile.
      version: withDefault(1, integer),
    },
    { unique: [['country', 'brand_id', 'salesman_id']] },
  ),
  createIndex('country_brand_salesmen', 'salesman_id'),
  createIndex('country_brand_salesmen', 'brand_id'),
  // The current or next absence of each salesman, and the deputy for these days.
  createTable('absences', {
    salesman_id: primary(cascadeReference('users.id')),
    deputy_id: cascadeReference('users.id'),
    first_day: day,
    last_day: day,
    named_by: setNullReference('users.id'),
    named_at: moment,
  }),
  createIndex('absences', 'deputy_id'),
  // The Mondays for which a salesman's weekly e-mail about open work was created.
  createTable('salesman_digests', { user_id: cascadeReference('users.id'), day }, { primary: ['user_id', 'day'] }),
];

const crmTables = [
  createTable('crm_accounts', {
    account: primary(text),
    name: text,
    city: text,
    country: optional(text),
    // The text for search and sorting is in lower case and has no accents.
    fold: text,
  }),
  // Each order has one index alone and one with the country first, so that a page is read without sorting.
  createIndex('crm_accounts', 'fold', 'account'),
  createIndex('crm_accounts', 'country', 'fold', 'account'),
  createIndex('crm_accounts', 'country', 'account'),
];

const screenTables = [
  // The views of lists that users have saved: the name of the list, and the search parameters of its page.
  createTable(
    'saved_views',
    { user_id: cascadeReference('users.id'), list: text, name: text, query: text },
    { primary: ['user_id', 'list', 'name'] },
  ),
  // Which members of staff have which record open. A row is valid for a minute after `seen_at`.
  createTable(
    'presences',
    {
      kind: oneOfTexts('user', 'helpRequest'),
      record_id: integer,
      user_id: cascadeReference('users.id'),
      seen_at: moment,
    },
    { primary: ['kind', 'record_id', 'user_id'] },
  ),
  createIndex('presences', 'seen_at'),
  // What staff can undo for a short time, one row for each changed record. `act` is the id of the request that made the change; `payload`
  // is what the kind needs to restore the former state, and `letters` are the ids of the e-mails that wait until `until`.
  createTable('undos', {
    id,
    act: text,
    kind: text,
    actor_id: cascadeReference('users.id'),
    user_id: cascadeReference('users.id'),
    // The id of the user or of the licence that the act changed.
    subject_id: integer,
    payload: json,
    letters: json,
    until: moment,
  }),
  createIndex('undos', 'act'),
  createIndex('undos', 'until'),
  createIndex('undos', 'actor_id'),
  createIndex('undos', 'user_id'),
];

/** The users with their tools and territories, the CRM accounts, and what staff have open or can undo. */
export const users = {
  name: '0002-users',
  steps: [...accountTables, ...toolTables, ...territoryTables, ...crmTables, ...screenTables],
} as const;
