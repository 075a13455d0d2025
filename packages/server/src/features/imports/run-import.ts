import type { ImportReport } from '@basics/contract/imports.ts';
import { words } from '@basics/contract/words.ts';
import type { Db, Trx } from '#server/database/database.ts';
import { recordAudits } from '#server/platform/audit.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import { invalid, Problem } from '#server/platform/problem.ts';
import { readCsv } from '#server/platform/csv/read-csv.ts';
import type { CsvFile, FileForm } from '#server/platform/csv/read-csv.ts';
import { createAuditEntry } from '#server/platform/writing.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { createDuplicateCheck, createReport, createUnreadableReport } from './plan.ts';
import type { DuplicateCheck, Plan, Step } from './plan.ts';

/** A kind of import: how a file of it is read, planned and written. */
export type ImportKind<OneStep extends Step> = {
  name: 'users' | 'assignments' | 'crmAccounts';
  form: FileForm;
  /** Input on which the plan depends in addition to the file and the data. */
  options: unknown;
  /** Reads, and locks what it reads if `db` is a transaction; writes nothing. */
  plan(db: Db, file: CsvFile, earlierRowOf: DuplicateCheck): Promise<Plan<OneStep>>;
  /** Writes the steps that change something; the audit entries follow. */
  apply(trx: Trx, steps: readonly OneStep[]): Promise<AuditEntry[]>;
};

type ImportInput = { csv: string; dryRun: boolean; digest?: string | undefined };

/**
 * Reports what a file would do, or does it: everything in one transaction or, if a row is wrong, nothing. A real run must confirm a dry run:
 * STALE if the file would now do something else.
 */
export async function runImport<OneStep extends Step>(
  importing: WriteContext,
  { csv, dryRun, digest }: ImportInput,
  kind: ImportKind<OneStep>,
): Promise<ImportReport> {
  const { database } = importing;
  const said = [kind.name, csv, kind.options];
  const file = readCsv(csv, kind.form);
  if (!('rows' in file)) {
    if (dryRun) return createUnreadableReport(file);
    throw invalid({ csv: words.importFaulty });
  }
  if (dryRun) return createReport(file, await kind.plan(database.kysely, file, createDuplicateCheck()), said);
  return database.transact(async (trx) => {
    const plan = await kind.plan(trx, file, createDuplicateCheck());
    const report = createReport(file, plan, said);
    if (report.digest !== digest) throw new Problem('STALE', words.importStale, {});
    if (plan.errors.length > 0) throw invalid({ csv: words.importFaulty });
    const pending = plan.steps.filter(({ outcome }) => outcome !== 'unchanged');
    if (pending.length === 0) return report;
    const entries = await kind.apply(trx, pending);
    await recordAudits(trx, [...entries, toSummary(importing, kind.name, report)]);
    return { ...report, written: true };
  });
}

const toSummary = (importing: WriteContext, name: string, report: ImportReport): AuditEntry => {
  const { rows, created, changed, unchanged, digest } = report;
  const after = { rows, created, changed, unchanged, digest };
  return createAuditEntry(importing, { action: 'import.run', subject: { kind: 'import', id: name }, after });
};
