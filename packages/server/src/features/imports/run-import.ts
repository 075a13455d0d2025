import type { ImportReport } from '@basics/contract/imports/imports.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { recordAudits, createAuditEntry, type AuditEntry } from '#server/platform/audit/audit.ts';
import { toUndoFields, type UndoableContext } from '#server/platform/undo/undo.repository.ts';
import { invalid, Problem } from '#server/platform/problem.ts';
import { readCsv, type CsvFile, type CsvFormat } from '#server/platform/csv/read-csv.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { createDuplicateCheck, createReport, createUnreadableReport } from './plan.ts';
import { storeImport } from './large-imports.ts';
import type { DuplicateCheck, ImportPlan, ImportStep } from './plan.ts';

/** A kind of import: how its files are read, planned and written. */
export type ImportKind<OneStep extends ImportStep> = {
  name: 'users' | 'assignments' | 'crmAccounts';
  form: CsvFormat;
  /** Options on which the plan depends, in addition to the file and the stored data. */
  options: unknown;
  /**
   * Plans the rows of a file, and writes nothing. In a transaction, the stored rows that the plan depends on are also
   * locked.
   */
  plan(db: Db, file: CsvFile, earlierRowOf: DuplicateCheck): Promise<ImportPlan<OneStep>>;
  /** Writes the steps that change something, and returns their audit entries. */
  apply(trx: Trx, steps: readonly OneStep[]): Promise<AuditEntry[]>;
};

type ImportInput = {
  csv: string;
  dryRun: boolean;
  name?: string | undefined;
  digest?: string | undefined;
  leaveOutFaulty: boolean;
  invite?: boolean;
};

/**
 * Reports the changes that a file would make (dry run), or makes them in one transaction. If a row is wrong, nothing is written, or with
 * `leaveOutFaulty` all other rows. A real run needs the digest of a dry run: it throws STALE if the changes are no longer the same.
 */
export async function runImport<OneStep extends ImportStep>(
  context: UndoableContext & WriteContext,
  { csv, dryRun, digest, leaveOutFaulty, name = '', invite = false }: ImportInput,
  kind: ImportKind<OneStep>,
): Promise<ImportReport> {
  const { database } = context;
  const request = [kind.name, csv, kind.options];
  const file = readCsv(csv, kind.form);
  if (!('rows' in file)) {
    if (dryRun) return createUnreadableReport(file);
    throw invalid({ csv: serverMessages.importFaulty });
  }
  if (dryRun) return createReport(file, await kind.plan(database.kysely, file, createDuplicateCheck()), request);
  return database.transact(async (trx) => {
    const plan = await kind.plan(trx, file, createDuplicateCheck());
    const report = createReport(file, plan, request);
    if (report.digest !== digest) throw new Problem('STALE', serverMessages.importStale, {});
    if (report.errors.length > 0 && !leaveOutFaulty) throw invalid({ csv: serverMessages.importFaulty });
    const changingSteps = plan.steps.filter(({ outcome }) => outcome !== 'unchanged');
    if (changingSteps.length === 0) return report;
    const auditEntries = await kind.apply(trx, changingSteps);
    await recordAudits(trx, [...auditEntries, createSummaryEntry(context, kind.name, report)]);
    const importId = await storeImport(trx, context, { kind: kind.name, name, invite, report });
    return { ...report, written: true, importId, ...toUndoFields(context) };
  });
}

const createSummaryEntry = (context: WriteContext, name: string, report: ImportReport): AuditEntry => {
  const { rows, created, changed, unchanged, faulty, digest } = report;
  const auditValues = { rows, created, changed, unchanged, faulty, digest };
  return createAuditEntry(context, { action: 'import.run', subject: { kind: 'import', id: name }, after: auditValues });
};
