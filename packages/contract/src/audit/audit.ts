import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { createListFilters, listField } from '../calls/list-fields.ts';
import { day, moment, databaseInteger } from '../fields/fields.ts';
import { csvExport, createListBody, createCursorBody, createCursorPage } from '../calls/lists.ts';

/**
 * The record that an entry of the audit log is about. `record` is null if the record was deleted, or if records of this
 * kind have no name.
 */
const auditSubject = z.strictObject({
  kind: z.string(),
  id: z.nullable(z.string()),
  record: z.nullable(z.strictObject({ name: z.string(), userId: z.nullable(z.int()) })),
});

const auditEntry = z.strictObject({
  auditId: z.int(),
  at: moment,
  actor: z.nullable(z.strictObject({ userId: z.int(), name: z.string() })),
  /** The service account that acted for the actor, and the beginning of its key. */
  machine: z.optional(z.string()),
  action: z.string(),
  subject: auditSubject,
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  requestId: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** The state of the verification of the audit log. Hashes are written as 64 hexadecimal digits. */
const auditVerification = z.strictObject({
  running: z.boolean(),
  last: z.nullable(
    z.strictObject({
      at: moment,
      isWhole: z.boolean(),
      entries: z.int(),
      /** The hash of the newest entry that was verified, or null if the audit log is broken. */
      hash: z.nullable(z.string()),
      /**
       * `auditId` is the first broken entry, if it is known, and `why` says what is wrong. `auditId` and `why` are null
       * if the audit log is intact.
       */
      auditId: z.nullable(z.int()),
      why: z.nullable(z.string()),
    }),
  ),
  /** The newest entry in the chain. */
  newest: z.nullable(z.strictObject({ auditId: z.int(), hash: z.string() })),
  seal: z.nullable(z.strictObject({ auditId: z.int(), at: moment, text: z.string() })),
  /** The entries that are not in the chain yet, so that nothing proves them, and the time of the oldest one. */
  waiting: z.strictObject({ entries: z.int(), since: z.nullable(moment) }),
});
export type AuditVerification = z.infer<typeof auditVerification>;

const sortableFields = ['at'] as const;

/** The fields by which the audit log is filtered. `actorId` is empty for what the portal did by itself. */
export const auditListFields = {
  action: listField.reference(),
  actorId: listField.numberedReference(),
  subjectKind: listField.reference(),
  at: listField.moment(),
};

const filters = {
  filters: createListFilters(auditListFields),
  action: z.optional(z.string()),
  actorId: z.optional(databaseInteger()),
  subjectKind: z.optional(z.string()),
  subjectId: z.optional(z.string()),
  /** The name of a field, such as `phone`: entries with a value of this field before or after the change. */
  field: z.optional(z.string().check(z.regex(/^[a-z]\w{0,79}$/i))),
  from: z.optional(day),
  to: z.optional(day),
};

export const audit = {
  search: endpoint({
    name: 'audit.search',
    summary: 'The entries of the audit log: who did what, and when',
    method: 'POST',
    path: '/audit/search',
    access: 'administrator',
    body: createCursorBody(sortableFields, 20, filters),
    reply: z.extend(createCursorPage(auditEntry), { actions: z.array(z.string()), kinds: z.array(z.string()) }),
    problems: [],
  }),
  verification: endpoint({
    name: 'audit.verification',
    summary: 'The last verification of the audit log, its newest entry and its newest seal',
    method: 'GET',
    path: '/audit/verification',
    access: 'administrator',
    reply: auditVerification,
    problems: [],
  }),
  verify: endpoint({
    name: 'audit.verify',
    summary: 'Verify the audit log now, in the background; while a verification is running, starts no other',
    method: 'POST',
    path: '/audit/verification',
    access: 'administrator',
    reply: auditVerification,
    problems: [],
  }),
  export: endpoint({
    ...csvExport,
    name: 'audit.export',
    path: '/audit/export',
    access: 'administrator',
    body: createListBody(sortableFields, filters),
  }),
};
