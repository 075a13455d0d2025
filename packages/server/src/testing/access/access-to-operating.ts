import { bulkReleaseNotes } from '@basics/contract/bulk.ts';
import { audit } from '@basics/contract/audit.ts';
import { brands } from '@basics/contract/brands.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import { handOver } from '@basics/contract/hand-over.ts';
import { crm } from '@basics/contract/crm.ts';
import { firstSteps } from '@basics/contract/first-steps.ts';
import { imports, largeImports } from '@basics/contract/imports.ts';
import { legal } from '@basics/contract/legal.ts';
import { mail } from '@basics/contract/mail.ts';
import { policies } from '@basics/contract/policies.ts';
import { releaseNotes } from '@basics/contract/release-notes.ts';
import { status } from '@basics/contract/status.ts';
import { tools } from '@basics/contract/tools.ts';
import { createBrandChange, createBrandBody, svgPicture } from '#server/testing/brands.ts';
import {
  createRecordRow,
  openToAdministrators,
  openToEverybody,
  outcomesInScope,
  noRow,
  noUser,
  missingId,
  sendFilter,
  sendId,
  sendIds,
  sendNothing,
  openToStaff,
} from './access-row.ts';
import type { AccessRow, Request, Subject } from './access-row.ts';

const createAssignmentRow = createRecordRow('assignment');
const createReleaseNoteRow = createRecordRow('releaseNote');
const createAssignmentBody = ({ colleague }: Subject) => ({ country: 'DE', brand: 'blue', salesmanId: colleague });
const toolBody = { name: 'Tried', maxMajor: 1, addOns: [] };
const noteBody = { title: 'tried', description: 'tried', version: '1.0', releaseDate: '2026-03-10', status: 'draft' };
const policyBody = { version: 1, months: 12, days: null, seats: 2, moves: 3, preview: true };
const createUserRow = createRecordRow('user');
const letterParams: Request = () => ({ params: { id: missingId } });
const repeatParams: Request = ({ id }) => ({ params: { id, mailId: missingId } });
const publishedOutcomes = ['yes', 'yes', noRow, noRow] as const;
const publishedForEverybody = {
  administrator: ['yes', 'yes', 'yes', noRow],
  salesman: publishedOutcomes,
  others: publishedOutcomes,
  nobody: publishedOutcomes,
} as const;

export const assignmentCalls: AccessRow[] = [
  openToStaff(countrySalesmen.options, sendNothing),
  openToStaff(countrySalesmen.search, sendFilter),
  openToStaff(countrySalesmen.export, sendFilter),
  openToStaff(countrySalesmen.coverage, sendNothing),
  openToStaff(countrySalesmen.recipient, () => ({ body: { country: 'DE', brand: 'blue' } })),
  openToStaff(countrySalesmen.impact, sendIds),
  openToAdministrators(handOver.territories, () => ({})),
  openToAdministrators(handOver.handOver, () => ({ body: { from: missingId, to: missingId, preview: true } }), noUser),
  openToStaff(countrySalesmen.create, (subject) => ({ body: createAssignmentBody(subject) })),
  createAssignmentRow(
    countrySalesmen.update,
    (subject) => ({ params: { id: subject.id }, body: createAssignmentBody(subject) }),
    outcomesInScope('yes', 'yes', noRow),
  ),
  createAssignmentRow(countrySalesmen.remove, sendId, outcomesInScope('yes', 'yes', noRow)),
  createAssignmentRow(countrySalesmen.removeMany, sendIds, {
    administrator: ['deleted', 'deleted', 'deleted', 'notFound'],
    salesman: ['deleted', 'deleted', 'refused', 'notFound'],
  }),
];

/**
 * A release note has no owner. In this table, a published release note counts as the caller's own record and as a record in scope, and a
 * draft counts as a record out of scope.
 */
export const releaseNoteCalls: AccessRow[] = [
  openToEverybody(releaseNotes.list, sendFilter),
  openToAdministrators(releaseNotes.search, sendFilter),
  openToAdministrators(releaseNotes.export, sendFilter),
  openToAdministrators(releaseNotes.create, () => ({ body: noteBody })),
  createReleaseNoteRow(releaseNotes.get, sendId, publishedForEverybody),
  createReleaseNoteRow(
    releaseNotes.update,
    ({ id, version }) => ({ params: { id }, body: { ...noteBody, rowVersion: version } }),
    { administrator: ['yes', 'yes', 'yes', noRow], salesman: 'NOT_PERMITTED' },
  ),
  createReleaseNoteRow(releaseNotes.remove, sendId, {
    administrator: ['yes', 'yes', 'yes', noRow],
    salesman: 'NOT_PERMITTED',
  }),
  openToAdministrators(releaseNotes.bin, sendNothing),
  openToAdministrators(releaseNotes.restore, () => ({ params: { id: missingId } }), noRow),
  createReleaseNoteRow(bulkReleaseNotes.previewDeletion, sendIds, {
    administrator: ['yes', 'yes', 'yes', 'notFound'],
    salesman: 'NOT_PERMITTED',
  }),
  createReleaseNoteRow(releaseNotes.removeMany, sendIds, {
    administrator: ['deleted', 'deleted', 'deleted', 'notFound'],
    salesman: 'NOT_PERMITTED',
  }),
];

const importParams = () => ({ params: { id: missingId } });

/** The calls of administration for which the specification has no permission of its own among its 25. */
export const administrationCalls: AccessRow[] = [
  openToEverybody(brands.setup, sendNothing),
  openToAdministrators(firstSteps.list, sendNothing),
  openToAdministrators(tools.list, sendNothing),
  openToAdministrators(tools.create, ({ name, id }) => ({ body: { ...toolBody, id: name, code: id % 65_536 } })),
  openToAdministrators(
    tools.update,
    () => ({ params: { id: 'none' }, body: { ...toolBody, version: 1, retired: false } }),
    noRow,
  ),
  openToAdministrators(tools.remove, () => ({ params: { id: 'none' } }), noRow),
  openToAdministrators(policies.list, sendNothing),
  openToAdministrators(policies.update, () => ({
    params: { profileID: 7, tool: 'basics', brand: 'blue' },
    body: policyBody,
  })),
  openToAdministrators(brands.list, sendNothing),
  openToAdministrators(brands.get, () => ({ params: { id: 'blue' } })),
  openToAdministrators(brands.create, () => ({ body: createBrandBody() })),
  openToAdministrators(brands.update, () => ({
    params: { id: 'red' },
    body: { ...createBrandChange({ hosts: [] }), version: 1 },
  })),
  openToAdministrators(brands.setPicture, () => ({
    params: { id: 'blue', which: 'mark' },
    body: { version: 1, svg: svgPicture },
  })),
  openToAdministrators(brands.makeDefault, () => ({ params: { id: 'red' }, body: { version: 0 } }), 'STALE'),
  openToAdministrators(brands.remove, () => ({ params: { id: 'blue' } }), 'DEFAULT_BRAND'),
  openToEverybody(legal.get, () => ({ params: { id: 'blue', document: 'terms' } })),
  openToAdministrators(legal.update, () => ({
    params: { id: 'blue', document: 'terms' },
    body: { version: 0, text: 'tried' },
  })),
  openToAdministrators(status.get, sendNothing),
  openToAdministrators(mail.search, sendFilter),
  openToAdministrators(mail.export, sendFilter),
  openToAdministrators(mail.get, letterParams, noRow),
  openToAdministrators(mail.sendAgain, letterParams, noRow),
  createUserRow(mail.repeat, repeatParams, outcomesInScope(noRow, noRow, noUser)),
  createUserRow(mail.dismiss, repeatParams, outcomesInScope(noRow, noRow, noUser)),
  openToAdministrators(audit.search, sendFilter),
  openToAdministrators(audit.export, sendFilter),
  openToAdministrators(audit.verification, sendNothing),
  openToAdministrators(audit.verify, sendNothing),
  openToAdministrators(crm.search, sendFilter),
  openToAdministrators(crm.export, sendFilter),
  openToAdministrators(imports.users, () => ({ body: { csv: 'login', dryRun: true } })),
  openToAdministrators(imports.assignments, () => ({ body: { csv: 'country', dryRun: true } })),
  openToAdministrators(imports.crmAccounts, () => ({ body: { csv: 'account', dryRun: true } })),
  openToAdministrators(largeImports.create, () => ({ body: { kind: 'users', name: 'tried.csv', parts: 1 } })),
  openToAdministrators(largeImports.addPart, () => ({ ...importParams(), body: { number: 1, text: 'login' } }), noRow),
  openToAdministrators(largeImports.get, importParams, noRow),
  openToAdministrators(largeImports.list, sendNothing),
  openToAdministrators(largeImports.start, importParams, noRow),
  openToAdministrators(largeImports.cancel, importParams, noRow),
];
