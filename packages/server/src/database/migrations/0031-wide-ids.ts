import { runSqlByDialect } from '../queries/statements.ts';

/**
 * The ids that grow with each change, and would end at 2^31 after some years of a busy portal: a mark of a changed record uses an id even if
 * the record has one already. Versions before this one read and write such ids too. SQLite has ids of 8 bytes from the beginning.
 */
const wideColumns = [
  'audit.id',
  'audit_values.audit_id',
  'audit_chain.audit_id',
  'audit_tail.audit_id',
  'audit_seals.audit_id',
  'audit_verifications.audit_id',
  'audit_verifications.entries',
  'record_changes.id',
  'company_changes.id',
  'webhook_deliveries.id',
  'user_history.id',
] as const;

const widen = (name: (typeof wideColumns)[number]) => {
  const [table, column] = name.split('.');
  return runSqlByDialect({
    sqlite: 'select 1',
    // An id that the database assigns gets a sequence of 8 bytes with its column.
    postgres: `alter table ${table} alter column ${column} type bigint`,
  });
};

export const wideIds = { name: '0031-wide-ids', steps: wideColumns.map(widen) } as const;
