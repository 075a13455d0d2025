import { bigInteger, id, integer, moment, optional, unique } from '../columns.ts';
import { createTrigger } from '../queries/grouped-list.ts';
import { createImpersonalTable, createIndex, createPartialIndex, runSql } from '../queries/statements.ts';

const onConflict = 'on conflict (record_id) do update set place = null, changed_at = null';

/** Marks the company of a user, which comes into a scope or leaves it with its members. */
const markOfMember = `insert into company_changes (record_id) select new.company_id where new.company_id is not null ${onConflict};`;
const mark = `insert into company_changes (record_id) values (new.id) ${onConflict};`;

/** Which companies have changed, for the copies that other systems keep: as `record_changes`, with the same places. */
export const companyChanges = {
  name: '0028-company-changes',
  steps: [
    createImpersonalTable('company_changes', {
      id,
      record_id: unique(integer),
      // Null until the change has its place.
      place: optional(bigInteger),
      changed_at: optional(moment),
    }),
    createIndex('company_changes', 'place', 'id'),
    createPartialIndex('company_changes', ['id'], 'place is null'),
    ...createTrigger('companies_added_marked', 'insert on companies', mark),
    ...createTrigger(
      'companies_changed_marked',
      'update of name, country, external_ref, crm_account, status on companies',
      mark,
    ),
    ...createTrigger('members_added_marked', 'insert on users', markOfMember),
    ...createTrigger(
      'members_changed_marked',
      'update of company_id, profile_id, brand_id, country, status, created_by on users',
      markOfMember,
    ),
    runSql('insert into company_changes (record_id) select id from companies'),
  ],
} as const;
