import { expect, test } from 'vitest';
import { declaredTables } from '#server/database/declared-tables.ts';

/** Columns with the id of a user, although their tables count as tables without rows about people. */
const knownColumns = [
  // The address to which the customers of a brand write.
  'brands.support_email',
  // The administrator who started a verification of the audit log. The audit log keeps the same id, and the id of an erased user names nobody.
  'audit_verifications.started_by',
  // The groups of the lists of users and requests: numbers that are derived from the rows of these lists.
  'listed_user_groups.created_by',
  'listed_request_groups.created_by',
  // The member of staff who created a company; the id of an erased user names nobody.
  'companies.created_by',
  'company_grants.company_id',
];

test('a table that is declared to contain no personal data has no column that refers to a person', () => {
  const personalColumns = declaredTables
    .filter((table) => 'isImpersonal' in table)
    .flatMap(({ table, columns }) =>
      Object.entries(columns)
        .filter(
          ([name, { references }]) =>
            /^(users|machines|licenses|requests)$/.test(references?.table ?? '') ||
            /(^|_)(by|user|login|email|mail|phone|person|company|owner)(_id)?$/.test(name),
        )
        .map(([name]) => `${table}.${name}`),
    );
  expect(personalColumns).toEqual(knownColumns);
});
