import { limits } from '@basics/contract/calls/limits.ts';
import type { RowError } from '@basics/contract/imports/imports.ts';
import { createTooLongMessage } from '@basics/contract/texts/sign-in-messages.ts';
import { findSpreadsheetDamage, toVisibleLine } from '@basics/contract/fields/visible-line.ts';
import type { CrmAccount } from '@basics/contract/crm/crm.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { findAccounts, writeAccounts } from '#server/features/crm/crm.repository.ts';
import type { CsvFile, CsvRow } from '#server/platform/csv/read-csv.ts';
import { createAuditEntry, type AuditEntry } from '#server/platform/audit/audit.ts';
import { recordUndo, type UndoableContext } from '#server/platform/undo/undo.repository.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { readCountry, isTooLong } from '#server/platform/csv/cells.ts';
import { serverTexts } from '#server/platform/texts/language.ts';
import { createImportFormat, splitIntoChunks, planRows } from './plan.ts';
import type { DuplicateCheck, ImportPlan, ImportStep } from './plan.ts';
import { explainRefusedCell } from './refused-cell.ts';
import type { ImportKind } from './run-import.ts';

type AccountStep = ImportStep & { account: CrmAccount; before: CrmAccount | null };

/**
 * Creates the import of CRM accounts, which are identified by their number. The import does not change CRM accounts
 * that are not in the file.
 */
export function createAccountsImport(context: UndoableContext & WriteContext): ImportKind<AccountStep> {
  return {
    name: 'crmAccounts',
    form: {
      ...createImportFormat('crmAccounts'),
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
      // An account belongs to no user.
      const { userId } = context.actor;
      const undos = steps.map(({ account: after, before }) => ({
        kind: 'crmAccount' as const,
        userId,
        payload: { before, after },
      }));
      await recordUndo(trx, context, ...undos);
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
  const accountNumbers = [...new Set(rows.map(readAccountNumber))].filter((number) => number !== '');
  const accountsByNumber = new Map<string, CrmAccount>();
  for (const chunk of splitIntoChunks(accountNumbers))
    for (const account of await findAccounts(db, chunk)) accountsByNumber.set(account.account, account);
  const plan = await planRows<AccountStep>(rows, (row) => {
    const accountNumber = readAccountNumber(row);
    const oldAccount = accountsByNumber.get(accountNumber) ?? null;
    const account = { account: accountNumber, ...readAccountValues(row, columns, oldAccount) };
    const errors = findErrors(row, account, { oldAccount, earlierRow: earlierRowOf(accountNumber, row.row) });
    return errors.length > 0 ? errors : toStep(row.row, account, oldAccount);
  });
  const newSteps = plan.steps.filter(({ outcome }) => outcome === 'created');
  const numbers = newSteps.map(({ row, account: { account: number } }) => ({ row, column: 'account', number }));
  return { ...plan, notes: [...(await findNumberNotes(db, numbers)), ...findSimilarNumbers(numbers, earlierRowOf)] };
}

type NumberInRow = { row: number; column: string; number: string };

/**
 * Returns a note for each number of a row that no account has, if an account has a number that differs only in leading zeros: a
 * spreadsheet may have removed them.
 */
export async function findNumberNotes(db: Db, numbers: readonly NumberInRow[]): Promise<RowError[]> {
  const variantsByNumber = new Map(numbers.map(({ number }) => [number, listZeroVariants(number)]));
  const knownNumbers = new Set<string>();
  const lookedUpNumbers = [...variantsByNumber].flatMap(([number, variants]) =>
    variants.length > 0 ? [number, ...variants] : [],
  );
  for (const chunk of splitIntoChunks(lookedUpNumbers))
    for (const { account } of await findAccounts(db, chunk)) knownNumbers.add(account);
  return numbers.flatMap(({ row, column, number }) => {
    const other = variantsByNumber.get(number)?.find((variant) => knownNumbers.has(variant));
    if (other === undefined || knownNumbers.has(number)) return [];
    return [{ row, column, message: serverTexts().importFaults.accountWithOtherZeros(other) }];
  });
}

/** Returns a note for each number that differs only in leading zeros from a number of an earlier row. */
const findSimilarNumbers = (numbers: readonly NumberInRow[], earlierRowOf: DuplicateCheck): RowError[] =>
  numbers.flatMap(({ row, column, number }) => {
    const earlierRow =
      listZeroVariants(number).length === 0 ? undefined : earlierRowOf(`0*${removeZeros(number)}`, row);
    return earlierRow === undefined
      ? []
      : [{ row, column, message: serverTexts().importFaults.rowWithOtherZeros(earlierRow) }];
  });

const removeZeros = (number: string): string => number.replace(/^0+(?=\d)/, '');

/** The number of digits up to which numbers are filled with zeros. */
const maxDigits = 12;

/** Lists the numbers that differ from a number only in leading zeros; the list is empty for a text that is not a number. */
function listZeroVariants(number: string): string[] {
  if (!/^\d+$/.test(number)) return [];
  const digits = removeZeros(number);
  const lengths = Array.from(
    { length: Math.max(maxDigits - digits.length + 1, 1) },
    (_, zeros) => digits.length + zeros,
  );
  return lengths.map((length) => digits.padStart(length, '0')).filter((variant) => variant !== number);
}

const readAccountNumber = ({ cells }: CsvRow): string => toVisibleLine((cells.get('account') ?? '').trim());

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
    ...Object.entries({ account: number, name, city }).flatMap(([column, text]) => {
      const oldText =
        column === 'account' ? oldAccount?.account : column === 'name' ? oldAccount?.name : oldAccount?.city;
      const message = text === oldText ? null : findSpreadsheetDamage(text);
      return message === null ? [] : [createError(column, message)];
    }),
    ...(country !== null && country !== oldAccount?.country && readCountry(country) === null
      ? [createError('country', explainRefusedCell('country', country, { brands: [], profiles: [] }))]
      : []),
  ];
}

function toStep(row: number, account: CrmAccount, oldAccount: CrmAccount | null): AccountStep {
  const fields = (['name', 'city', 'country'] as const)
    .filter((field) => (oldAccount?.[field] ?? '') !== (account[field] ?? ''))
    .map((field) => ({ field, before: oldAccount?.[field] ?? '', after: account[field] ?? '' }));
  const outcome = oldAccount === null ? 'created' : fields.length > 0 ? 'changed' : 'unchanged';
  const label = oldAccount?.name ?? account.name;
  return { row, name: account.account, label, outcome, fields, stamp: null, account, before: oldAccount };
}
