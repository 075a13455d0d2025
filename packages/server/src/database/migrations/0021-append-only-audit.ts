import { flag, id, integer, moment, optional, text } from '../columns.ts';
import { createTable, runOn } from '../statements.ts';

/** The only change of an entry: its values move to `audit_values` (migration 0020). */
const unchanged = ['id', 'at', 'actor_id', 'request_id', 'action', 'subject_kind', 'subject_id', 'values_hash'];
const isMove = (isSame: string) =>
  `${unchanged.map((name) => `new.${name} ${isSame} old.${name}`).join(' and ')} and new.before is null and new.after is null
    and exists (select 1 from audit_values where audit_id = old.id)`;

const refusal = 'audit entries can only be added';

const refuse = (table: string, event: 'update' | 'delete', unless?: { sqlite: string; postgres: string }) => {
  const name = `${table}_no_${event}`;
  const when = unless ? ` when not (${unless.sqlite})` : '';
  // The condition of a trigger of PostgreSQL cannot contain a query, so its function has it.
  const allowed = unless ? `if ${unless.postgres} then return new; end if;` : '';
  return [
    runOn({
      sqlite: 'select 1',
      postgres: `create function ${name}() returns trigger language plpgsql as $$ begin ${allowed}
        raise exception '${refusal}'; end $$`,
    }),
    runOn({
      sqlite: `create trigger ${name} before ${event} on ${table}${when} begin select raise(abort, '${refusal}'); end`,
      postgres: `create trigger ${name} before ${event} on ${table} for each row execute function ${name}()`,
    }),
  ];
};

/** A statement that removes all rows of a table without looking at them; SQLite has none. */
const refuseTruncate = (table: string) =>
  runOn({
    sqlite: 'select 1',
    postgres: `create trigger ${table}_no_truncate before truncate on ${table} for each statement execute function audit_no_delete()`,
  });

const append = ['audit', 'audit_chain', 'audit_seals'];

/**
 * The database itself refuses to change and to delete audit entries, their links and their seals. Values of entries cannot be changed; they are
 * deleted with the person, and the audit entry of that deletion names them.
 */
export const appendOnlyAudit = {
  name: '0021-append-only-audit',
  steps: [
    // `seal`: the text of audit-seal.ts, signed with a key that is not in the database.
    createTable('audit_seals', { id, audit_id: integer, at: moment, seal: text }),
    // The verifications of the chain. `finished_at` is null while one runs; `why` and `audit_id` say what is broken.
    createTable('audit_verifications', {
      id,
      started_at: moment,
      started_by: optional(integer),
      finished_at: optional(moment),
      entries: integer,
      is_whole: optional(flag),
      head: optional(text),
      audit_id: optional(integer),
      why: optional(text),
    }),
    ...refuse('audit', 'update', { sqlite: isMove('is'), postgres: isMove('is not distinct from') }),
    ...refuse('audit', 'delete'),
    ...refuse('audit_chain', 'update'),
    ...refuse('audit_chain', 'delete'),
    ...refuse('audit_seals', 'update'),
    ...refuse('audit_seals', 'delete'),
    ...refuse('audit_values', 'update'),
    ...append.map(refuseTruncate),
  ],
};
