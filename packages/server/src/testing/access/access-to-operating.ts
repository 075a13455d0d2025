import { about, administrators, everybody, inScope, noRow, staff } from './access-row.ts';
import type { AccessRow } from './access-row.ts';

export const assignments: AccessRow[] = [
  ...['options', 'search', 'export', 'coverage', 'recipient', 'impact', 'create'].map((call) =>
    staff(`countrySalesmen.${call}`),
  ),
  ...['countrySalesmen.update', 'countrySalesmen.remove'].map((operation) =>
    about('assignment', operation, inScope('yes', 'yes', noRow)),
  ),
  about('assignment', 'countrySalesmen.removeMany', {
    administrator: ['deleted', 'deleted', 'deleted', 'notFound'],
    salesman: ['deleted', 'deleted', 'refused', 'notFound'],
  }),
];

/** A note is nobody's: own and in scope stand for a published one, out of scope for a draft. */
export const releaseNotes: AccessRow[] = [
  everybody('releaseNotes.list'),
  administrators('releaseNotes.search'),
  administrators('releaseNotes.export'),
  administrators('releaseNotes.create'),
  about('releaseNote', 'releaseNotes.get', {
    administrator: ['yes', 'yes', 'yes', noRow],
    salesman: ['yes', 'yes', noRow, noRow],
    others: ['yes', 'yes', noRow, noRow],
    nobody: ['yes', 'yes', noRow, noRow],
  }),
  ...['releaseNotes.update', 'releaseNotes.remove'].map((operation) =>
    about('releaseNote', operation, { administrator: ['yes', 'yes', 'yes', noRow], salesman: 'NOT_PERMITTED' }),
  ),
  about('releaseNote', 'releaseNotes.removeMany', {
    administrator: ['deleted', 'deleted', 'deleted', 'notFound'],
    salesman: 'NOT_PERMITTED',
  }),
];

/** What none of the 25 permissions names. */
export const operating: AccessRow[] = [
  everybody('brands.setup'),
  administrators('tools.list'),
  administrators('tools.create'),
  administrators('tools.update', noRow),
  administrators('tools.remove', noRow),
  administrators('policies.list'),
  administrators('policies.update'),
  ...['list', 'get', 'create', 'update', 'setPicture'].map((call) => administrators(`brands.${call}`)),
  administrators('brands.makeDefault', 'STALE'),
  administrators('brands.remove', 'DEFAULT_BRAND'),
  everybody('legal.get'),
  administrators('legal.update'),
  administrators('mail.search'),
  administrators('mail.export'),
  administrators('mail.get', noRow),
  administrators('mail.sendAgain', noRow),
  administrators('audit.search'),
  administrators('audit.export'),
  administrators('crm.search'),
  administrators('crm.export'),
  ...['users', 'assignments', 'crmAccounts'].map((call) => administrators(`imports.${call}`)),
];
