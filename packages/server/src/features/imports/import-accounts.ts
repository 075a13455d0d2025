import { limits } from '@basics/contract/limits.ts';
import type { RowError } from '@basics/contract/imports.ts';
import { createTooLongMessage } from '@basics/contract/sign-in-messages.ts';
import { toVisibleLine } from '@basics/contract/visible-line.ts';
import type { CrmAccount } from '@basics/contract/crm.ts';
import type { Db, Trx } from '#server/database/database.ts';
import { findAccounts, writeAccounts } from '#server/features/crm/crm.repository.ts';
import type { AuditEntry } from '#server/platform/audit.ts';
import type { CsvFile, CsvRow } from '#server/platform/csv/read-csv.ts';
import { createAuditEntry } from '#server/platform/writing.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { readCountry, isTooLong } from '#server/platform/csv/cells.ts';
import { serverTexts } from '#server/platform/texts/server-texts.ts';
import { splitIntoChunks, planRows } from './plan.ts';
import type { DuplicateCheck, ImportPlan, ImportStep } from './plan.ts';
import { explainRefusedCell } from './refused-cell.ts';
import type { ImportKind } from './run-import.ts';

type AccountStep = ImportStep & { account: CrmAccount; before: CrmAccount | null };

/**
 * Creates the import of CRM accounts, which are identified by their number. The import does not change CRM accounts
 * that are not in the file.
 */
export function createAccountsImport(context: WriteContext): ImportKind<AccountStep> {
  return {
    name: 'crmAccounts',
    form: {
      columns: ['account', 'name', 'city', 'country'],
      requiredColumns: ['account', 'name'],
      ignoredColumns: [],
      maxRows: limits.import.rows.crmAccounts,
    },
    options: null,
    plan: planAccounts,
    async apply(trx: Trx, steps: readonly AccountStep[]): Promise<AuditEntry[]> {
      for (const chunk of splitIntoChunks(steps))
        await writeAccounts(
          trx,
          chunk.map(({ account }) => account),
        );
      return steps.map(({ account, before }) =>
        createAuditEntry(context, {
          action: before ? 'crmAccount.update' : 'crmAccount.create',
          subject: { kind: 'crmAccount', id: account.account },
          ...(before && { before }),
          after: account,
        }),
      );
    },
  };
}

async function planAccounts(
  db: Db,
  { rows, columns }: CsvFile,
  earlierRowOf: DuplicateCheck,
): Promise<ImportPlan<AccountStep>> {
  const accountNumbers = [
    ...new Set(rows.flatMap((row) => [readAccountNumber(row), toVisibleLine(readAccountNumber(row))])),
  ].filter((number) => number !== '');
  const accountsByNumber = new Map<string, CrmAccount>();
  for (const chunk of splitIntoChunks(accountNumbers))
    for (const account of await findAccounts(db, chunk)) accountsByNumber.set(account.account, account);
  return planRows<AccountStep>(rows, (row) => {
    // A stored account number may contain invisible characters, because old versions of the portal did not remove them.
    const oldAccount =
      accountsByNumber.get(readAccountNumber(row)) ??
      accountsByNumber.get(toVisibleLine(readAccountNumber(row))) ??
      null;
    const accountNumber = oldAccount?.account ?? toVisibleLine(readAccountNumber(row));
    const account = { account: accountNumber, ...readAccountValues(row, columns, oldAccount) };
    const errors = findErrors(row, account, { oldAccount, earlierRow: earlierRowOf(accountNumber, row.row) });
    return errors.length > 0 ? errors : toStep(row.row, account, oldAccount);
  });
}

const readAccountNumber = ({ cells }: CsvRow): string => (cells.get('account') ?? '').trim();

/** Reads the values of an account from a row. A value whose column is not in the file stays as it is. */
function readAccountValues({ cells }: CsvRow, columns: readonly string[], oldAccount: CrmAccount | null) {
  const readText = (column: 'name' | 'city'): string => {
    const current = oldAccount?.[column] ?? '';
    const cell = cells.get(column) ?? '';
    return !columns.includes(column) || cell === current ? current : toVisibleLine(cell).trim();
  };
  const current = oldAccount?.country ?? '';
  const cell = columns.includes('country') ? (cells.get('country') ?? '') : current;
  const country = cell === current ? current : (readCountry(cell) ?? cell.trim());
  return {
    name: readText('name'),
    city: readText('city'),
    country: country === '' ? null : country,
  };
}

type AccountContext = { oldAccount: CrmAccount | null; earlierRow: number | undefined };

function findErrors({ row }: CsvRow, account: CrmAccount, { oldAccount, earlierRow }: AccountContext): RowError[] {
  const { account: number, name, city, country } = account;
  const { importFaults } = serverTexts();
  const createError = (column: string, message: string): RowError => ({ row, column, message });
  return [
    ...(number === '' ? [createError('account', importFaults.accountRequired())] : []),
    ...(earlierRow === undefined || number === ''
      ? []
      : [createError('account', importFaults.sameAccount(earlierRow))]),
    ...(name === '' ? [createError('name', importFaults.nameRequired())] : []),
    ...Object.entries({ account: number, name, city })
      .filter(([, text]) => isTooLong(text, limits.text.line))
      .map(([column]) => createError(column, createTooLongMessage(limits.text.line))),
    ...(country !== null && country !== oldAccount?.country && readCountry(country) === null
      ? [createError('country', explainRefusedCell('country', country, { brands: [], profiles: [] }))]
      : []),
  ];
}

function toStep(row: number, account: CrmAccount, oldAccount: CrmAccount | null): AccountStep {
  const fields = (['name', 'city', 'country'] as const)
    .filter((field) => oldAccount !== null && oldAccount[field] !== account[field])
    .map((field) => ({ field, before: oldAccount?.[field] ?? '', after: account[field] ?? '' }));
  const outcome = oldAccount === null ? 'created' : fields.length > 0 ? 'changed' : 'unchanged';
  return { row, name: account.account, outcome, fields, stamp: null, account, before: oldAccount };
}
