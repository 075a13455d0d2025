import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { idInPath, moment, shortText, undoFields, wholeNumber } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/**
 * An error in an imported file: the number of the row as in a spreadsheet (the header is row 1), the column if the error is in one column,
 * and a message that says how to correct the error.
 */
const rowError = z.strictObject({ row: z.int(), column: z.nullable(z.string()), message: z.string() });
export type RowError = z.infer<typeof rowError>;

/**
 * The change that one row of an imported file makes to a record: each changed field with its text before and after the
 * import. For a new record, `fields` are all its values.
 */
const rowChange = z.strictObject({
  row: z.int(),
  /** What identifies the record, such as the login of a user. */
  name: z.string(),
  /** The name of the person or company, as it is stored now or, for a new record, as it is in the file. */
  label: z.string(),
  outcome: z.enum(['created', 'changed']),
  fields: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
});
export type RowChange = z.infer<typeof rowChange>;

/** A row with errors as it is in the file: its number, and its cells in the order of `columns`. */
const faultyRow = z.strictObject({ row: z.int(), cells: z.array(z.string()) });
export type FaultyRow = z.infer<typeof faultyRow>;

/**
 * The report about a file, before or after its import. `digest` identifies the file and the current rows of the database. The import must
 * send the digest of its preview. `changes` contains the changed records before the new ones, and only the first thousand rows, but the
 * counts include all rows. `columns` are the headings of the file, and `faultyRows` its rows with errors. `notes` are about rows that are
 * imported, but should be checked.
 */
export const importReport = z.strictObject({
  written: z.boolean(),
  digest: z.string(),
  rows: z.int(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  faulty: z.int(),
  ignoredColumns: z.array(z.string()),
  columns: z.array(z.string()),
  changes: z.array(rowChange),
  errors: z.array(rowError),
  faultyRows: z.array(faultyRow),
  notes: z.array(rowError),
  /** The import, with which its progress is read and it is undone; absent before the import. */
  importId: z.optional(z.int()),
  ...undoFields,
});
export type ImportReport = z.infer<typeof importReport>;

/** The kinds of records that an imported file can contain. */
export const importKinds = ['users', 'assignments', 'crmAccounts'] as const;
export type ImportKind = (typeof importKinds)[number];

/**
 * A byte 0 shows that the file is not text, but for example a spreadsheet or an image. Escape stands before the letters of ISO 2022, which
 * would be read as signs.
 */
const isText = z.refine<string>((text) => !text.includes('\0') && !text.includes('\u001B'), {
  error: fieldMessages.importNoText,
});

/** The imported file as text. With `dryRun`, the server returns the preview of the import and writes nothing. */
const fileFields = {
  csv: z.string({ error: fieldMessages.importFile }).check(z.regex(/\S/, { error: fieldMessages.importFile }), isText),
  dryRun: z.boolean(),
  /** The name of the file, for the list of imports. */
  name: z.optional(shortText),
  digest: z.optional(z.string().check(z.maxLength(64))),
  // Whether the rows without errors are written although other rows have errors.
  leaveOutFaulty: z._default(z.boolean(), false),
};

/** An import that writes must send the digest of its preview (dry run). */
const hasConfirmation = z.refine<{ dryRun: boolean; digest?: string | undefined }>(
  ({ dryRun, digest }) => dryRun || digest !== undefined,
  { error: fieldMessages.importDigest, path: ['digest'] },
);

const csvImport = {
  method: 'POST',
  access: 'administrator',
  bodyBytes: limits.import.bytes,
  reply: importReport,
  problems: ['STALE'],
} as const;

export const imports = {
  users: endpoint({
    ...csvImport,
    name: 'imports.users',
    summary:
      'Create or update users from CSV, found by their login; all rows or none, or with leaveOutFaulty all rows without errors; a dry run reports what would happen',
    path: '/import/users',
    // Whether new users get the e-mail with the link to activate their account.
    body: z.strictObject({ ...fileFields, invite: z._default(z.boolean(), true) }).check(hasConfirmation),
  }),
  assignments: endpoint({
    ...csvImport,
    name: 'imports.assignments',
    summary:
      'Create country/salesman assignments from CSV; all rows or none, or with leaveOutFaulty all rows without errors; a dry run reports what would happen',
    path: '/import/country-salesman',
    body: z.strictObject(fileFields).check(hasConfirmation),
  }),
  crmAccounts: endpoint({
    ...csvImport,
    name: 'imports.crmAccounts',
    summary:
      'Create or update CRM accounts from CSV, found by their number; all rows or none, or with leaveOutFaulty all rows without errors; a dry run reports what would happen',
    path: '/import/crm-accounts',
    body: z.strictObject(fileFields).check(hasConfirmation),
  }),
};

/**
 * The states of a file that is imported in the background. A file is `receiving` until all its parts have arrived, then `checking`. A file
 * that is `checked` has a report that says what the import would do. The call `start` begins to write the rows of the file in batches: the
 * file is then `writing`, and at the end `done`. The rows that a cancelled import has already written are not removed. For some minutes
 * afterwards, the call `undo` can undo an import: it is then `undoing`, and at the end `undone`.
 */
const largeImportState = z.enum([
  'receiving',
  'checking',
  'checked',
  'writing',
  'done',
  'cancelled',
  'undoing',
  'undone',
]);
export type LargeImportState = z.infer<typeof largeImportState>;

const largeImportSummary = z.strictObject({
  importId: z.int(),
  kind: z.enum(importKinds),
  name: z.string(),
  /** Whether new users get an invitation. */
  invite: z.boolean(),
  /** The id of the administrator who sends the file. Only this administrator can send its parts and start the import. */
  startedBy: z.int(),
  state: largeImportState,
  createdAt: moment,
  finishedAt: z.nullable(moment),
  /** The progress: `done` of `of` parts of the file until the file is checked, then rows, and records that are undone. */
  done: z.int(),
  of: z.int(),
});
export type LargeImportSummary = z.infer<typeof largeImportSummary>;

const largeImport = z.extend(largeImportSummary, {
  /** The report of what the import would write, or has written. `report` is null until the file is checked. */
  report: z.nullable(z.omit(importReport, { written: true, digest: true, importId: true, undo: true })),
  /** Absent while the import runs, and when it can no longer be undone. */
  ...undoFields,
  /** How many records were undone, why others were not, and sentences about what stays; null before the import is undone. */
  undone: z.nullable(
    z.strictObject({
      records: z.int(),
      refused: z.array(z.strictObject({ message: z.string(), records: z.int() })),
      remains: z.array(z.string()),
    }),
  ),
});
export type LargeImport = z.infer<typeof largeImport>;
export type UndoneImport = NonNullable<LargeImport['undone']>;
export type LargeImportReport = NonNullable<LargeImport['report']>;

const largeImportCall = {
  access: 'administrator',
  params: idInPath,
  reply: largeImport,
  problems: ['RESULTS_NOT_FOUND', 'STALE', 'NOT_YOUR_IMPORT'],
} as const;

/**
 * The limits of a file that is imported in the background: the number of rows, the number of parts in which the browser sends it, and the
 * size of a part in characters and bytes.
 */
export const largeImportLimits = { rows: 200_000, parts: 400, partCharacters: 262_144, partBytes: 2_097_152 } as const;

/** The calls to import files that are too large for one transaction. */
export const largeImports = {
  create: endpoint({
    name: 'imports.create',
    summary: 'Begin an import in the background; the parts of the file are sent afterwards',
    method: 'POST',
    path: '/import',
    access: 'administrator',
    location: '/import/{importId}',
    body: z.strictObject({
      kind: z.enum(importKinds, { error: fieldMessages.notAllowed }),
      name: z.string().check(z.minLength(1, { error: fieldMessages.importFile }), z.maxLength(limits.text.line)),
      parts: wholeNumber(1, largeImportLimits.parts, fieldMessages.notAllowed),
      invite: z._default(z.boolean(), true),
    }),
    reply: largeImport,
    problems: [],
  }),
  addPart: endpoint({
    ...largeImportCall,
    name: 'imports.addPart',
    summary: 'Send one part of the file, by its number from 1; the same part may be sent again',
    method: 'POST',
    path: '/import/{id}/part',
    bodyBytes: largeImportLimits.partBytes,
    body: z.strictObject({
      number: wholeNumber(1, largeImportLimits.parts, fieldMessages.notAllowed),
      text: z
        .string({ error: fieldMessages.importFile })
        .check(z.maxLength(largeImportLimits.partCharacters, { error: fieldMessages.notAllowed }), isText),
    }),
  }),
  get: endpoint({
    ...largeImportCall,
    name: 'imports.get',
    summary: 'The progress of an import in the background, and its report',
    method: 'GET',
    path: '/import/{id}',
  }),
  list: endpoint({
    name: 'imports.list',
    summary: 'The newest imports in the background',
    method: 'GET',
    path: '/import',
    access: 'administrator',
    reply: z.strictObject({ items: z.array(largeImportSummary) }),
    problems: [],
  }),
  start: endpoint({
    ...largeImportCall,
    name: 'imports.start',
    summary: 'Start to write the rows of a checked file; only the administrator who has sent the file can start it',
    method: 'POST',
    path: '/import/{id}/start',
    body: z._default(z.strictObject({ leaveOutFaulty: z._default(z.boolean(), false) }), { leaveOutFaulty: false }),
  }),
  cancel: endpoint({
    ...largeImportCall,
    name: 'imports.cancel',
    summary: 'Cancel an import; the rows that are already written stay',
    method: 'POST',
    path: '/import/{id}/cancel',
  }),
  undo: endpoint({
    ...largeImportCall,
    name: 'imports.undo',
    summary:
      'Undo an import in the background, within 10 minutes: users who have not signed in are deleted, changed records get their former values, and the e-mails that wait are dropped',
    method: 'POST',
    path: '/import/{id}/undo',
    problems: [...largeImportCall.problems, 'UNDO_OVER'],
  }),
};
