import { flag, id, integer, moment, optional, text } from '../columns.ts';
import { createImpersonalTable, runSqlByDialect } from '../statements.ts';

/** The columns that no update may change. The only permitted update of an entry moves its values to `audit_values` (migration 0020). */
const unchangedColumns = ['id', 'at', 'actor_id', 'request_id', 'action', 'subject_kind', 'subject_id', 'values_hash'];
const createMoveCondition = (equalityOperator: string) =>
  `${unchangedColumns.map((name) => `new.${name} ${equalityOperator} old.${name}`).join(' and ')} and new.before is null and new.after is null
    and exists (select 1 from audit_values where audit_id = old.id)`;

const refusalMessage = 'audit entries can only be added';

const createRefusingTrigger = (
  table: string,
  event: 'update' | 'delete',
  exception?: { sqlite: string; postgres: string },
) => {
  const name = `${table}_no_${event}`;
  const whenClause = exception ? ` when not (${exception.sqlite})` : '';
  // The condition of a trigger on PostgreSQL cannot contain a query, so the trigger function tests for the permitted change.
  const permittedChange = exception ? `if ${exception.postgres} then return new; end if;` : '';
  return [
    runSqlByDialect({
      sqlite: 'select 1',
      postgres: `create function ${name}() returns trigger language plpgsql as $$ begin ${permittedChange}
        raise exception '${refusalMessage}'; end $$`,
    }),
    runSqlByDialect({
      sqlite: `create trigger ${name} before ${event} on ${table}${whenClause} begin select raise(abort, '${refusalMessage}'); end`,
      postgres: `create trigger ${name} before ${event} on ${table} for each row execute function ${name}()`,
    }),
  ];
};

/** Refuses `truncate`, which removes all rows without running delete triggers. SQLite has no `truncate`. */
const refuseTruncate = (table: string) =>
  runSqlByDialect({
    sqlite: 'select 1',
    postgres: `create trigger ${table}_no_truncate before truncate on ${table} for each statement execute function audit_no_delete()`,
  });

const appendOnlyTables = ['audit', 'audit_chain', 'audit_seals'];

/**
 * Makes the database refuse to change or delete audit entries, the hashes that chain them, and their seals. Values of entries cannot be
 * changed. They are deleted with the person, and the audit entry about this deletion lists the entries whose values were deleted.
 */
export const appendOnlyAudit = {
  name: '0021-append-only-audit',
  steps: [
    // `seal`: the text of audit-seal.ts, signed with a key that is not in the database.
    createImpersonalTable('audit_seals', { id, audit_id: integer, at: moment, seal: text }),
    // The verifications of the chain. `finished_at` is null while the verification runs; `why` and `audit_id` say why the verification
    // failed and at which entry.
    createImpersonalTable('audit_verifications', {
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
    ...createRefusingTrigger('audit', 'update', {
      sqlite: createMoveCondition('is'),
      postgres: createMoveCondition('is not distinct from'),
    }),
    ...createRefusingTrigger('audit', 'delete'),
    ...createRefusingTrigger('audit_chain', 'update'),
    ...createRefusingTrigger('audit_chain', 'delete'),
    ...createRefusingTrigger('audit_seals', 'update'),
    ...createRefusingTrigger('audit_seals', 'delete'),
    ...createRefusingTrigger('audit_values', 'update'),
    ...appendOnlyTables.map(refuseTruncate),
  ],
};
