import { cascadeReference, bytesHex, integer, json, moment, optional, primary, references } from '../columns.ts';
import { addColumn, createIndex, createPartialIndex, createTable, runSql, runSqlByDialect } from '../statements.ts';

/** The SQL for the owner of a record, by the kind and the id of the subject of an audit entry. */
const selectOwner = (id: string) => `case subject_kind
    when 'user' then ${id}
    when 'license' then (select user_id from licenses where licenses.id = ${id})
    when 'machine' then (select user_id from machines where machines.id = ${id})
    when 'helpRequest' then (select user_id from help_requests where help_requests.id = ${id})
  end`;

const moveValues = (id: string) => `insert into audit_values (audit_id, person_id, before, after)
  select id, ${selectOwner(id)}, before, after from audit where before is not null or after is not null`;

/**
 * Makes it possible to erase a person: moves the values of audit entries to their own table. Stores the users whom an e-mail names, the
 * hashes by which a licence is recognised after its text was deleted, and when the data of a person was erased.
 */
export const erasure = {
  name: '0020-erasure',
  steps: [
    // The column `values_hash` is null in older entries, whose hash covers the values themselves.
    addColumn('audit', 'values_hash', optional(bytesHex(32))),
    createTable('audit_values', {
      audit_id: primary(references('audit.id')),
      // The column `person_id` is no foreign key, because the id is kept after the account is deleted.
      person_id: optional(integer),
      salt: optional(bytesHex(16)),
      before: optional(json),
      after: optional(json),
    }),
    runSqlByDialect({
      sqlite: moveValues('cast(subject_id as integer)'),
      postgres: moveValues("case when subject_id ~ '^[0-9]{1,9}$' then cast(subject_id as integer) end"),
    }),
    runSql('update audit set before = null, after = null where before is not null or after is not null'),
    createIndex('audit_values', 'person_id'),
    createPartialIndex('audit', ['id'], 'before is not null or after is not null'),
    createTable(
      'letter_people',
      { letter_id: cascadeReference('outbox.id'), user_id: cascadeReference('users.id') },
      { primary: ['letter_id', 'user_id'] },
    ),
    createIndex('letter_people', 'user_id'),
    addColumn('licenses', 'code_hash', optional(bytesHex(32))),
    addColumn('licenses', 'file_hash', optional(bytesHex(32))),
    addColumn('users', 'erased_at', optional(moment)),
  ],
};
