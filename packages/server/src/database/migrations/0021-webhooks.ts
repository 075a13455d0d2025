import {
  bigInteger,
  cascadeReference,
  id,
  integer,
  json,
  moment,
  oneOfTexts,
  optional,
  primary,
  text,
  withDefault,
} from '../columns.ts';
import { createTrigger } from '../queries/grouped-list.ts';
import { createImpersonalTable, createIndex, createPartialIndex, insertRows, runSql } from '../queries/statements.ts';

/** A kind of record that other systems copy, and the columns whose change marks the record as changed. */
const copiedRecords = [
  {
    kind: 'user',
    table: 'users',
    customer: 'id',
    columns:
      'login, first_name, last_name, phone, company, profile_id, brand_id, country, language, crm_account, status, company_id',
  },
  {
    kind: 'license',
    table: 'licenses',
    customer: 'user_id',
    columns: 'user_id, machine_id, expires_at, installed_at, replaced_at, revoked_at',
  },
  {
    kind: 'machine',
    table: 'machines',
    customer: 'user_id',
    columns: 'user_id, tool_id, name, first_seen_at, released_at',
  },
] as const;

const onConflict =
  'on conflict (kind, record_id) do update set customer_id = excluded.customer_id, place = null, changed_at = null';

/** Creates the statement that marks a record as changed; `row` is `new` or `old`. */
const createMark = ({ kind, customer }: (typeof copiedRecords)[number], row: string): string =>
  `insert into record_changes (kind, record_id, customer_id) values ('${kind}', ${row}.id, ${row}.${customer}) ${onConflict};`;

/** Creates the statement that marks all licences or PCs of a user as changed. */
const createMarkOfUser = ({ kind, table }: (typeof copiedRecords)[number]): string =>
  `insert into record_changes (kind, record_id, customer_id) select '${kind}', id, user_id from ${table} where user_id = new.id ${onConflict};`;

/**
 * Which records have changed, for the copies that other systems keep. Triggers mark a record in the transaction of its change, whatever code
 * makes it. A job then gives the marked records a place: the places have the order in which changes become visible, so a reader that has seen
 * a place misses no change before it. A record has one row, so it is read once, at the place of its last change.
 */
const changeTables = [
  createImpersonalTable(
    'record_changes',
    {
      id,
      kind: oneOfTexts('user', 'license', 'machine'),
      record_id: integer,
      customer_id: integer,
      // Null until the change has its place.
      place: optional(bigInteger),
      changed_at: optional(moment),
    },
    { unique: [['kind', 'record_id']] },
  ),
  createIndex('record_changes', 'kind', 'place', 'id'),
  createPartialIndex('record_changes', ['id'], 'place is null'),
  // The place that was given last. Its only row is locked while places are given.
  createImpersonalTable('record_places', { id: primary(integer), place: bigInteger }),
  insertRows('record_places', [{ id: 1, place: 0 }]),
  ...copiedRecords.flatMap((records) => {
    const { kind, table, columns } = records;
    // Users who come into a scope, leave it or are deleted take their licences and PCs with them.
    const scopeTriggers =
      kind === 'user'
        ? createTrigger(
            'users_scope_marked',
            'update of profile_id, brand_id, country, status, created_by on users',
            copiedRecords.slice(1).map(createMarkOfUser).join(' '),
          )
        : [];
    return [
      ...createTrigger(`${table}_added_marked`, `insert on ${table}`, createMark(records, 'new')),
      ...createTrigger(`${table}_changed_marked`, `update of ${columns} on ${table}`, createMark(records, 'new')),
      ...createTrigger(`${table}_removed_marked`, `delete on ${table}`, createMark(records, 'old')),
      ...scopeTriggers,
      runSql(
        `insert into record_changes (kind, record_id, customer_id) select '${kind}', id, ${records.customer} from ${table}`,
      ),
    ];
  }),
];

/**
 * Webhooks, by which the portal sends the events of a service account to another system, with the log of their attempts, and the changes of
 * records, which other systems copy.
 */
export const webhooks = {
  name: '0021-webhooks',
  steps: [
    createImpersonalTable('webhooks', {
      id,
      account_id: cascadeReference('service_accounts.id'),
      url: text,
      // The types of events that are sent; an empty list is all types.
      types: json,
      state: oneOfTexts('active', 'paused', 'failed', 'ended'),
      // The number of the last event that has arrived, or that the webhook leaves out. Events are sent in their order after this one.
      last_event: bigInteger,
      // The failed attempts since the last one that arrived, and the time of the first of them.
      failures: withDefault(0, integer),
      failing_since: optional(moment),
      next_attempt_at: optional(moment),
      // Until when one process sends the events of the webhook.
      leased_until: optional(moment),
      // The sealed secrets of both signatures, and the public key of the second one.
      sealed: text,
      public_key: text,
      created_at: moment,
      version: withDefault(1, integer),
    }),
    createIndex('webhooks', 'account_id'),
    createImpersonalTable('webhook_deliveries', {
      id,
      webhook_id: cascadeReference('webhooks.id'),
      at: moment,
      type: text,
      // The number of the event; null for a test.
      event_id: optional(bigInteger),
      status: optional(integer),
      failure: optional(oneOfTexts('address', 'connection', 'timeout')),
      ms: integer,
      answer: text,
    }),
    createIndex('webhook_deliveries', 'webhook_id', 'id'),
    createIndex('webhook_deliveries', 'at'),
    ...changeTables,
  ],
} as const;
