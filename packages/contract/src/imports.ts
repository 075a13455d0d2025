import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { words } from './words.ts';

/** A fault in a file: the row as a spreadsheet counts it (the header is 1), its column where it lies in one, and what to do. */
const rowError = z.strictObject({ row: z.int(), column: z.nullable(z.string()), message: z.string() });
export type RowError = z.infer<typeof rowError>;

/** What a row of a file changes, or would: `before` and `after` as they stand in a table. */
const rowChange = z.strictObject({
  row: z.int(),
  name: z.string(),
  outcome: z.enum(['created', 'changed']),
  fields: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
});
export type RowChange = z.infer<typeof rowChange>;

/**
 * What a file does, or would do. `digest` names exactly that, with the rows as they stand: it goes with the real run. `changes` tells of
 * the first thousand rows, the counts of all.
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

/** The file as text, and whether it is only to be looked at. */
const file = {
  csv: z.string({ error: words.importFile }).check(
    z.regex(/\S/, { error: words.importFile }),
    // A spreadsheet's own file, or a picture.
    z.refine((text) => !text.includes('\0'), { error: words.importNoText }),
  ),
  dryRun: z.boolean(),
  digest: z.optional(z.string().check(z.maxLength(64))),
};

/** A real run confirms what a dry run has told. */
const confirmed = z.refine<{ dryRun: boolean; digest?: string | undefined }>(
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
    // Whether those who are new get the letter with the link that opens their account.
    body: z.strictObject({ ...file, invite: z._default(z.boolean(), true) }).check(confirmed),
  }),
  assignments: endpoint({
    ...each,
    name: 'imports.assignments',
    summary: 'Country/salesman assignments from CSV, all or none; a dry run tells what would happen',
    path: '/import/country-salesman',
    body: z.strictObject(file).check(confirmed),
  }),
  crmAccounts: endpoint({
    ...each,
    name: 'imports.crmAccounts',
    summary: 'CRM accounts from CSV: made or changed by their number, all or none; a dry run tells what would happen',
    path: '/import/crm-accounts',
    body: z.strictObject(file).check(confirmed),
  }),
};
