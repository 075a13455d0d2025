import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { words } from './words.ts';

/** A fault in a file: its row as in a spreadsheet (the header is 1), its column if it is in one, and how to correct it. */
const rowError = z.strictObject({ row: z.int(), column: z.nullable(z.string()), message: z.string() });
export type RowError = z.infer<typeof rowError>;

/** The change of one row of a file: the values `before` and `after`, as in a table. */
const rowChange = z.strictObject({
  row: z.int(),
  name: z.string(),
  outcome: z.enum(['created', 'changed']),
  fields: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
});
export type RowChange = z.infer<typeof rowChange>;

/**
 * The result of a file, before or after the import. `digest` identifies the file and the current rows; the real run must send it.
 * `changes` has the first thousand rows, the counts include all.
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
  changes: z.array(rowChange),
  errors: z.array(rowError),
});
export type ImportReport = z.infer<typeof importReport>;

/** The file as text, and whether to preview only. */
const file = {
  csv: z.string({ error: words.importFile }).check(
    z.regex(/\S/, { error: words.importFile }),
    // Such as a file of a spreadsheet program, or an image.
    z.refine((text) => !text.includes('\0'), { error: words.importNoText }),
  ),
  dryRun: z.boolean(),
  digest: z.optional(z.string().check(z.maxLength(64))),
};

/** A real run confirms the result of a dry run. */
const hasConfirmation = z.refine<{ dryRun: boolean; digest?: string | undefined }>(
  ({ dryRun, digest }) => dryRun || digest !== undefined,
  { error: words.importDigest, path: ['digest'] },
);

const each = {
  method: 'POST',
  access: 'administrator',
  bodyBytes: limits.import.bytes,
  reply: importReport,
  problems: ['STALE'],
} as const;

export const imports = {
  users: endpoint({
    ...each,
    name: 'imports.users',
    summary: 'Users from CSV: made or changed by their login, all or none; a dry run tells what would happen',
    path: '/import/users',
    // Whether new users get the e-mail with the link to activate their account.
    body: z.strictObject({ ...file, invite: z._default(z.boolean(), true) }).check(hasConfirmation),
  }),
  assignments: endpoint({
    ...each,
    name: 'imports.assignments',
    summary: 'Country/salesman assignments from CSV, all or none; a dry run tells what would happen',
    path: '/import/country-salesman',
    body: z.strictObject(file).check(hasConfirmation),
  }),
  crmAccounts: endpoint({
    ...each,
    name: 'imports.crmAccounts',
    summary: 'CRM accounts from CSV: made or changed by their number, all or none; a dry run tells what would happen',
    path: '/import/crm-accounts',
    body: z.strictObject(file).check(hasConfirmation),
  }),
};
