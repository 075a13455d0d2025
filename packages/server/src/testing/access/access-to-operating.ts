import { bulkReleaseNotes } from '@basics/contract/calls/bulk.ts';
import { audit } from '@basics/contract/audit/audit.ts';
import { brands } from '@basics/contract/brands/brands.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { handOver } from '@basics/contract/country-salesmen/hand-over.ts';
import { crm } from '@basics/contract/crm/crm.ts';
import { firstSteps } from '@basics/contract/first-steps/first-steps.ts';
import { imports, largeImports } from '@basics/contract/imports/imports.ts';
import { changedRecords } from '@basics/contract/integrations/changed-records.ts';
import { integrationEvents } from '@basics/contract/integrations/events.ts';
import { orders } from '@basics/contract/integrations/orders.ts';
import { serviceAccounts } from '@basics/contract/integrations/service-accounts.ts';
import { webhooks } from '@basics/contract/integrations/webhooks.ts';
import { workAccounts } from '@basics/contract/session/work-account.ts';
import { legal } from '@basics/contract/legal/legal.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { policies } from '@basics/contract/policies/policies.ts';
import { downloads } from '@basics/contract/release-notes/downloads.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { status } from '@basics/contract/status/status.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { createBrandChange, createBrandBody, svgPicture } from '#server/testing/records/brands.ts';
import {
  createRecordRow,
  openToAdministrators,
  openToEverybody,
  openToSignedIn,
  outcomesInScope,
  rowNotFoundCode,
  userNotFoundCode,
  missingId,
  createFilterRequest,
  createIdRequest,
  createIdsRequest,
  createEmptyRequest,
  openToStaff,
} from './access-row.ts';
import type { AccessRow, Request, Subject } from './access-row.ts';

const createAssignmentRow = createRecordRow('assignment');
const createReleaseNoteRow = createRecordRow('releaseNote');
const createAssignmentBody = ({ colleague }: Subject) => ({ country: 'DE', brand: 'blue', salesmanId: colleague });
const toolBody = { name: 'Tried', maxMajor: 1, addOns: [] };
const noteBody = { title: 'tried', description: 'tried', version: '1.0', releaseDate: '2026-03-10', status: 'draft' };
const accountBody = {
  name: 'Shop',
  permissions: ['users.view'],
  countries: null,
  brands: null,
  networks: [],
};
const webhookBody = { url: 'https://hooks.example.com/in', types: [] };
const webhookParams = () => ({ params: { id: missingId } });
const policyBody = { version: 1, months: 12, days: null, seats: 2, moves: 3, preview: true };
const createUserRow = createRecordRow('user');
const letterParams: Request = () => ({ params: { id: missingId } });
const repeatParams: Request = ({ id }) => ({ params: { id, mailId: missingId } });
const publishedOutcomes = ['yes', 'yes', rowNotFoundCode, rowNotFoundCode] as const;
const publishedForEverybody = {
  administrator: ['yes', 'yes', 'yes', rowNotFoundCode],
  salesman: publishedOutcomes,
  others: publishedOutcomes,
  nobody: publishedOutcomes,
} as const;

/** All staff see all assignments, but a salesman changes only those of the pairs of country and brand that they hold. */
const assignmentOutcomes = {
  administrator: ['yes', 'yes', 'yes', rowNotFoundCode],
  salesman: ['yes', 'yes', 'NOT_YOUR_TERRITORY', rowNotFoundCode],
} as const;

export const assignmentCalls: AccessRow[] = [
  openToStaff(countrySalesmen.options, createEmptyRequest),
  openToStaff(countrySalesmen.search, createFilterRequest),
  openToStaff(countrySalesmen.export, createFilterRequest),
  openToStaff(countrySalesmen.coverage, createEmptyRequest),
  openToStaff(countrySalesmen.recipient, () => ({ body: { country: 'DE', brand: 'blue' } })),
  openToStaff(countrySalesmen.impact, createIdsRequest),
  openToAdministrators(handOver.territories, () => ({})),
  openToAdministrators(
    handOver.handOver,
    () => ({ body: { from: missingId, to: missingId, preview: true } }),
    userNotFoundCode,
  ),
  openToStaff(countrySalesmen.create, (subject) => ({ body: createAssignmentBody(subject) })),
  createAssignmentRow(
    countrySalesmen.update,
    (subject) => ({ params: { id: subject.id }, body: createAssignmentBody(subject) }),
    assignmentOutcomes,
  ),
  createAssignmentRow(countrySalesmen.remove, createIdRequest, assignmentOutcomes),
  createAssignmentRow(countrySalesmen.removeMany, createIdsRequest, {
    administrator: ['deleted', 'deleted', 'deleted', 'notFound'],
    salesman: ['deleted', 'deleted', 'refused', 'notFound'],
  }),
];

/**
 * A release note has no owner. In this table, a published release note counts as the caller's own record and as a record in scope, and a
 * draft counts as a record out of scope.
 */
export const releaseNoteCalls: AccessRow[] = [
  openToEverybody(releaseNotes.list, createFilterRequest),
  openToAdministrators(releaseNotes.search, createFilterRequest),
  openToAdministrators(releaseNotes.export, createFilterRequest),
  openToAdministrators(releaseNotes.create, () => ({ body: noteBody })),
  createReleaseNoteRow(releaseNotes.get, createIdRequest, publishedForEverybody),
  createReleaseNoteRow(
    releaseNotes.update,
    ({ id, version }) => ({ params: { id }, body: { ...noteBody, rowVersion: version } }),
    { administrator: ['yes', 'yes', 'yes', rowNotFoundCode], salesman: 'NOT_PERMITTED' },
  ),
  createReleaseNoteRow(releaseNotes.remove, createIdRequest, {
    administrator: ['yes', 'yes', 'yes', rowNotFoundCode],
    salesman: 'NOT_PERMITTED',
  }),
  openToSignedIn(downloads.downloads, createEmptyRequest),
  openToSignedIn(
    downloads.downloadLink,
    () => ({ body: { releaseId: missingId, fileName: 'Basics-1.3.2.msi' } }),
    rowNotFoundCode,
  ),
  openToAdministrators(releaseNotes.bin, createEmptyRequest),
  openToAdministrators(releaseNotes.restore, () => ({ params: { id: missingId } }), rowNotFoundCode),
  createReleaseNoteRow(bulkReleaseNotes.previewDeletion, createIdsRequest, {
    administrator: ['yes', 'yes', 'yes', 'notFound'],
    salesman: 'NOT_PERMITTED',
  }),
  createReleaseNoteRow(releaseNotes.removeMany, createIdsRequest, {
    administrator: ['deleted', 'deleted', 'deleted', 'notFound'],
    salesman: 'NOT_PERMITTED',
  }),
];

const importParams = () => ({ params: { id: missingId } });

/** The calls of administration for which the specification has no permission of its own among its 25. */
export const administrationCalls: AccessRow[] = [
  openToEverybody(brands.setup, createEmptyRequest),
  openToAdministrators(firstSteps.list, createEmptyRequest),
  openToAdministrators(tools.list, createEmptyRequest),
  openToAdministrators(tools.create, ({ name, id }) => ({ body: { ...toolBody, id: name, code: id % 65_536 } })),
  openToAdministrators(
    tools.update,
    () => ({ params: { id: 'none' }, body: { ...toolBody, version: 1, retired: false } }),
    rowNotFoundCode,
  ),
  openToAdministrators(tools.remove, () => ({ params: { id: 'none' } }), rowNotFoundCode),
  openToAdministrators(policies.list, createEmptyRequest),
  openToAdministrators(policies.update, () => ({
    params: { profileID: 7, tool: 'basics', brand: 'blue' },
    body: policyBody,
  })),
  openToAdministrators(brands.list, createEmptyRequest),
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
  openToAdministrators(status.get, createEmptyRequest),
  openToAdministrators(mail.search, createFilterRequest),
  openToAdministrators(mail.export, createFilterRequest),
  openToAdministrators(mail.get, letterParams, rowNotFoundCode),
  openToAdministrators(mail.sendAgain, letterParams, rowNotFoundCode),
  createUserRow(mail.read, repeatParams, outcomesInScope(rowNotFoundCode, rowNotFoundCode, userNotFoundCode)),
  createUserRow(mail.repeat, repeatParams, outcomesInScope(rowNotFoundCode, rowNotFoundCode, userNotFoundCode)),
  createUserRow(mail.dismiss, repeatParams, outcomesInScope(rowNotFoundCode, rowNotFoundCode, userNotFoundCode)),
  openToAdministrators(audit.search, createFilterRequest),
  openToAdministrators(audit.export, createFilterRequest),
  openToAdministrators(audit.verification, createEmptyRequest),
  openToAdministrators(audit.verify, createEmptyRequest),
  openToAdministrators(crm.search, createFilterRequest),
  openToAdministrators(crm.export, createFilterRequest),
  openToAdministrators(imports.users, () => ({ body: { csv: 'login', dryRun: true } })),
  openToAdministrators(imports.assignments, () => ({ body: { csv: 'country', dryRun: true } })),
  openToAdministrators(imports.crmAccounts, () => ({ body: { csv: 'account', dryRun: true } })),
  openToAdministrators(largeImports.create, () => ({ body: { kind: 'users', name: 'tried.csv', parts: 1 } })),
  openToAdministrators(
    largeImports.addPart,
    () => ({ ...importParams(), body: { number: 1, text: 'login' } }),
    rowNotFoundCode,
  ),
  openToAdministrators(largeImports.get, importParams, rowNotFoundCode),
  openToAdministrators(largeImports.list, createEmptyRequest),
  openToAdministrators(largeImports.undo, importParams, rowNotFoundCode),
  openToAdministrators(
    largeImports.start,
    () => ({ ...importParams(), body: { leaveOutFaulty: false } }),
    rowNotFoundCode,
  ),
  openToAdministrators(largeImports.cancel, importParams, rowNotFoundCode),
  openToStaff(integrationEvents.events, createEmptyRequest),
  openToStaff(changedRecords.changedUsers, createEmptyRequest),
  openToStaff(changedRecords.changedCompanies, createEmptyRequest),
  openToStaff(changedRecords.changedLicenses, createEmptyRequest),
  openToStaff(changedRecords.changedMachines, createEmptyRequest),
  openToStaff(orders.put, ({ name }) => ({
    params: { source: 'shop', externalId: name },
    body: {
      customer: { login: `${name}@attempt.example`, firstName: 'Nele', lastName: 'Neu', country: 'DE' },
      lines: [{ line: '1', tool: 'basics', brand: 'blue', pcs: 1 }],
    },
  })),
  openToStaff(orders.read, () => ({ params: { source: 'shop', externalId: 'missing' } }), rowNotFoundCode),
  openToStaff(orders.search, createFilterRequest),
  openToStaff(crm.put, ({ name }) => ({ params: { id: name }, body: { name: 'Alder GmbH', country: 'DE' } })),
  openToAdministrators(serviceAccounts.list, createEmptyRequest),
  openToAdministrators(
    serviceAccounts.create,
    ({ name }) => ({ body: { ...accountBody, name, ownerId: missingId } }),
    'INVALID',
  ),
  openToAdministrators(
    serviceAccounts.update,
    () => ({ params: { id: missingId }, body: { ...accountBody, ownerId: missingId } }),
    rowNotFoundCode,
  ),
  openToAdministrators(serviceAccounts.remove, () => ({ params: { id: missingId } }), rowNotFoundCode),
  openToAdministrators(
    serviceAccounts.createKey,
    () => ({ params: { id: missingId }, body: { name: 'production' } }),
    rowNotFoundCode,
  ),
  openToAdministrators(
    serviceAccounts.revokeKey,
    () => ({ params: { id: missingId, keyId: missingId } }),
    rowNotFoundCode,
  ),
  openToAdministrators(workAccounts.list, createEmptyRequest),
  openToAdministrators(
    workAccounts.confirm,
    () => ({ params: { id: missingId }, body: { until: '2026-03-10T12:10:00.000Z' } }),
    rowNotFoundCode,
  ),
  openToAdministrators(workAccounts.allowPasswords, createEmptyRequest),
  openToAdministrators(workAccounts.refusePasswords, createEmptyRequest),
  openToAdministrators(workAccounts.disconnect, () => ({ params: { id: missingId } }), rowNotFoundCode),
  openToAdministrators(webhooks.list, createEmptyRequest),
  openToAdministrators(webhooks.create, () => ({ body: { ...webhookBody, accountId: missingId } }), 'INVALID'),
  openToAdministrators(webhooks.update, () => ({ ...webhookParams(), body: webhookBody }), rowNotFoundCode),
  openToAdministrators(webhooks.pause, webhookParams, rowNotFoundCode),
  openToAdministrators(webhooks.resume, () => ({ ...webhookParams(), body: {} }), rowNotFoundCode),
  openToAdministrators(webhooks.test, webhookParams, rowNotFoundCode),
  openToAdministrators(webhooks.changeSecret, webhookParams, rowNotFoundCode),
  openToAdministrators(webhooks.deliveries, webhookParams, rowNotFoundCode),
  openToAdministrators(webhooks.remove, webhookParams, rowNotFoundCode),
];
