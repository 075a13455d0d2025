import { bigInteger, optional, primary, references } from '../columns.ts';
import { addColumn, createImpersonalTable, createNamedIndex, runSqlByDialect } from '../queries/statements.ts';

const refusalMessage = 'audit entries wait until they are in the chain';
const isChained = 'exists (select 1 from audit_chain where audit_chain.audit_id = old.audit_id)';

/**
 * Audit entries are written without a hash, and wait here for the process that adds them to the chain. The database refuses to remove an entry
 * from this table before it is in the chain. An entry that commits late has a lower id than entries that are in the chain already, so `position`
 * sorts the chain: see `chainPosition` in audit.repository.ts. Version 1.0.1 adds its entries to the chain at once, without a position.
 */
export const auditSealing = {
  name: '0020-audit-sealing',
  steps: [
    createImpersonalTable('audit_tail', { audit_id: primary(references('audit.id')) }),
    addColumn('audit_chain', 'position', optional(bigInteger)),
    createNamedIndex('audit_chain_position_index', 'audit_chain', [
      '(coalesce(position, cast(audit_id as bigint) * 1048576))',
    ]),
    runSqlByDialect({
      sqlite: 'select 1',
      postgres: `create function audit_tail_refuse() returns trigger language plpgsql as $$ begin raise exception '${refusalMessage}'; end $$`,
    }),
    runSqlByDialect({
      sqlite: 'select 1',
      postgres: `create function audit_tail_no_delete() returns trigger language plpgsql as $$ begin
  if not ${isChained} then raise exception '${refusalMessage}'; end if;
  return old;
end $$`,
    }),
    runSqlByDialect({
      sqlite: `create trigger audit_tail_no_update before update on audit_tail begin select raise(abort, '${refusalMessage}'); end`,
      postgres:
        'create trigger audit_tail_no_update before update on audit_tail for each row execute function audit_tail_refuse()',
    }),
    runSqlByDialect({
      sqlite: `create trigger audit_tail_no_delete before delete on audit_tail when not ${isChained} begin select raise(abort, '${refusalMessage}'); end`,
      postgres:
        'create trigger audit_tail_no_delete before delete on audit_tail for each row execute function audit_tail_no_delete()',
    }),
    runSqlByDialect({
      sqlite: 'select 1',
      postgres:
        'create trigger audit_tail_no_truncate before truncate on audit_tail for each statement execute function audit_tail_refuse()',
    }),
  ],
} as const;
