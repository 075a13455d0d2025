import { audit } from '@basics/contract/audit.ts';
import { brands } from '@basics/contract/brands.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import { crm } from '@basics/contract/crm.ts';
import { imports } from '@basics/contract/imports.ts';
import { legal } from '@basics/contract/legal.ts';
import { mail } from '@basics/contract/mail.ts';
import { policies } from '@basics/contract/policies.ts';
import { releaseNotes } from '@basics/contract/release-notes.ts';
import { tools } from '@basics/contract/tools.ts';
import { aChangedBrand, aNewBrand, picture } from '#server/testing/brands.ts';
import {
  about,
  administrators,
  everybody,
  inScope,
  noRow,
  nowhere,
  sendFilter,
  sendId,
  sendIds,
  sendNothing,
  staff,
} from './access-row.ts';
import type { AccessRow, Request, Subject } from './access-row.ts';

const aboutAssignment = about('assignment');
const aboutReleaseNote = about('releaseNote');
const assignment = ({ colleague }: Subject) => ({ country: 'DE', brand: 'blue', salesmanId: colleague });
const aTool = { name: 'Tried', maxMajor: 1, addOns: [] };
const aNote = { title: 'tried', description: 'tried', version: '1.0', releaseDate: '2026-03-10', status: 'draft' };
const aPolicy = { version: 1, months: 12, days: null, seats: 2, moves: 3, preview: true };
const aLetter: Request = () => ({ params: { id: nowhere } });
const published = ['yes', 'yes', noRow, noRow] as const;
const publishedForEverybody = {
  administrator: ['yes', 'yes', 'yes', noRow],
  salesman: published,
  others: published,
  nobody: published,
} as const;

export const assignmentCalls: AccessRow[] = [
  staff(countrySalesmen.options, sendNothing),
  staff(countrySalesmen.search, sendFilter),
  staff(countrySalesmen.export, sendFilter),
  staff(countrySalesmen.coverage, sendNothing),
  staff(countrySalesmen.recipient, () => ({ body: { country: 'DE', brand: 'blue' } })),
  staff(countrySalesmen.impact, sendIds),
  staff(countrySalesmen.create, (subject) => ({ body: assignment(subject) })),
  aboutAssignment(
    countrySalesmen.update,
    (subject) => ({ params: { id: subject.id }, body: assignment(subject) }),
    inScope('yes', 'yes', noRow),
  ),
  aboutAssignment(countrySalesmen.remove, sendId, inScope('yes', 'yes', noRow)),
  aboutAssignment(countrySalesmen.removeMany, sendIds, {
    administrator: ['deleted', 'deleted', 'deleted', 'notFound'],
    salesman: ['deleted', 'deleted', 'refused', 'notFound'],
  }),
];

/** A release note has no owner: a published note counts as own and in scope, a draft as out of scope. */
export const releaseNoteCalls: AccessRow[] = [
  everybody(releaseNotes.list, sendFilter),
  administrators(releaseNotes.search, sendFilter),
  administrators(releaseNotes.export, sendFilter),
  administrators(releaseNotes.create, () => ({ body: aNote })),
  aboutReleaseNote(releaseNotes.get, sendId, publishedForEverybody),
  aboutReleaseNote(
    releaseNotes.update,
    ({ id, version }) => ({ params: { id }, body: { ...aNote, rowVersion: version } }),
    { administrator: ['yes', 'yes', 'yes', noRow], salesman: 'NOT_PERMITTED' },
  ),
  aboutReleaseNote(releaseNotes.remove, sendId, {
    administrator: ['yes', 'yes', 'yes', noRow],
    salesman: 'NOT_PERMITTED',
  }),
  aboutReleaseNote(releaseNotes.removeMany, sendIds, {
    administrator: ['deleted', 'deleted', 'deleted', 'notFound'],
    salesman: 'NOT_PERMITTED',
  }),
];

/** Calls that none of the 25 permissions in the specification covers. */
export const administrationCalls: AccessRow[] = [
  everybody(brands.setup, sendNothing),
  administrators(tools.list, sendNothing),
  administrators(tools.create, ({ name, id }) => ({ body: { ...aTool, id: name, code: id % 65_536 } })),
  administrators(
    tools.update,
    () => ({ params: { id: 'none' }, body: { ...aTool, version: 1, retired: false } }),
    noRow,
  ),
  administrators(tools.remove, () => ({ params: { id: 'none' } }), noRow),
  administrators(policies.list, sendNothing),
  administrators(policies.update, () => ({ params: { profileID: 7, tool: 'basics', brand: 'blue' }, body: aPolicy })),
  administrators(brands.list, sendNothing),
  administrators(brands.get, () => ({ params: { id: 'blue' } })),
  administrators(brands.create, () => ({ body: aNewBrand() })),
  administrators(brands.update, () => ({
    params: { id: 'red' },
    body: { ...aChangedBrand({ hosts: [] }), version: 1 },
  })),
  administrators(brands.setPicture, () => ({
    params: { id: 'blue', which: 'mark' },
    body: { version: 1, svg: picture },
  })),
  administrators(brands.makeDefault, () => ({ params: { id: 'red' }, body: { version: 0 } }), 'STALE'),
  administrators(brands.remove, () => ({ params: { id: 'blue' } }), 'DEFAULT_BRAND'),
  everybody(legal.get, () => ({ params: { id: 'blue', document: 'terms' } })),
  administrators(legal.update, () => ({
    params: { id: 'blue', document: 'terms' },
    body: { version: 0, text: 'tried' },
  })),
  administrators(mail.search, sendFilter),
  administrators(mail.export, sendFilter),
  administrators(mail.get, aLetter, noRow),
  administrators(mail.sendAgain, aLetter, noRow),
  administrators(audit.search, sendFilter),
  administrators(audit.export, sendFilter),
  administrators(audit.verification, sendNothing),
  administrators(audit.verify, sendNothing),
  administrators(crm.search, sendFilter),
  administrators(crm.export, sendFilter),
  administrators(imports.users, () => ({ body: { csv: 'login', dryRun: true } })),
  administrators(imports.assignments, () => ({ body: { csv: 'country', dryRun: true } })),
  administrators(imports.crmAccounts, () => ({ body: { csv: 'account', dryRun: true } })),
];
