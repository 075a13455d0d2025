import type { RowError } from '@basics/contract/imports/imports.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import {
  findBrandNames,
  findCountryBrandSalesmen,
  insertAssignment,
  lockSalesmen,
} from '#server/features/country-salesmen/country-salesmen.repository.ts';
import { createAssignmentAuditEntry } from '#server/features/country-salesmen/write-assignment.ts';
import type { AssignmentColumns } from '#server/features/country-salesmen/write-assignment.ts';
import type { AuditEntry } from '#server/platform/audit/audit.ts';
import { findContinent } from '#server/platform/countries/countries.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { problem } from '#server/platform/problem.ts';
import type { CsvFile, CsvRow } from '#server/platform/csv/read-csv.ts';
import { recordUndo, type UndoableContext } from '#server/platform/undo/undo.repository.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { readBrand, readCountry } from '#server/platform/csv/cells.ts';
import { serverTexts } from '#server/platform/texts/language.ts';
import { createImportFormat, processWithPauses, planRows } from './plan.ts';
import type { DuplicateCheck, ImportPlan, ImportStep } from './plan.ts';
import { explainRefusedCell } from './refused-cell.ts';
import type { ImportKind } from './run-import.ts';

type AssignmentStep = ImportStep & { columns: AssignmentColumns };

/**
 * Creates the import of assignments, which say which salesman is responsible for a country and brand. The import does
 * not delete assignments that are not in the file.
 */
export function createAssignmentsImport(context: UndoableContext & WriteContext): ImportKind<AssignmentStep> {
  return {
    name: 'assignments',
    form: {
      ...createImportFormat('assignments'),
      maxRows: limits.import.rows.assignments,
    },
    options: null,
    plan: planAssignments,
    async apply(trx: Trx, steps: readonly AssignmentStep[]): Promise<AuditEntry[]> {
      const auditEntries: AuditEntry[] = [];
      await processWithPauses(steps, async ({ columns }) => {
        const id = await insertAssignment(trx, columns);
        if (id === null) throw problem('STALE');
        await recordUndo(trx, context, { kind: 'assignment', userId: columns.salesmanId, subjectId: id, payload: {} });
        auditEntries.push(createAssignmentAuditEntry(context, { action: 'assignment.create', id, after: columns }));
      });
      return auditEntries;
    },
  };
}

async function planAssignments(
  db: Db,
  { rows }: CsvFile,
  earlierRowOf: DuplicateCheck,
): Promise<ImportPlan<AssignmentStep>> {
  const brands = await findBrandNames(db);
  const salesmen = new Map((await lockSalesmen(db)).map(({ id, loginFold: login }) => [login, id]));
  const existingKeys = new Set((await findCountryBrandSalesmen(db)).map(assignmentKey));
  return planRows<AssignmentStep>(rows, ({ row, cells }) => {
    const columns = readAssignment({ row, cells }, brands, salesmen);
    if (Array.isArray(columns)) return columns;
    const key = assignmentKey(columns);
    const earlierRow = earlierRowOf(key, row);
    if (earlierRow !== undefined)
      return [{ row, column: null, message: serverTexts().importFaults.sameValues(earlierRow) }];
    const rowName = [columns.country, columns.brandId, (cells.get('salesman') ?? '').trim()].join(', ');
    return {
      row,
      name: rowName,
      label: '',
      outcome: existingKeys.has(key) ? 'unchanged' : 'created',
      fields: [
        { field: 'country', before: '', after: columns.country },
        { field: 'brand', before: '', after: columns.brandId },
        { field: 'salesman', before: '', after: (cells.get('salesman') ?? '').trim() },
      ],
      stamp: key,
      columns,
    };
  });
}

const assignmentKey = ({ country, brandId, salesmanId }: Omit<AssignmentColumns, 'continent'>): string =>
  [country, brandId, salesmanId].join(' ');

type Brands = readonly { id: string; name: string }[];

/** Reads the assignment in a row of the file, or returns the errors of the row. */
function readAssignment(
  { row, cells }: Pick<CsvRow, 'row' | 'cells'>,
  brands: Brands,
  salesmen: ReadonlyMap<string, number>,
): AssignmentColumns | RowError[] {
  const readText = (column: string): string => (cells.get(column) ?? '').trim();
  const country = readCountry(readText('country'));
  const continent = findContinent(country);
  const brand = readBrand(readText('brand'), brands);
  const salesman = salesmen.get(foldLogin(readText('salesman')));
  if (country !== null && continent !== null && brand !== null && salesman !== undefined)
    return { country, continent, brandId: brand, salesmanId: salesman };
  const requiredMessages = {
    country: fieldMessages.country,
    brand: fieldMessages.brand,
    salesman: fieldMessages.salesman,
  };
  const createError = (column: keyof typeof requiredMessages): RowError => ({
    row,
    column,
    message:
      readText(column) === ''
        ? requiredMessages[column]
        : explainRefusedCell(column, readText(column), { brands, profiles: [] }),
  });
  return [
    ...(country === null ? [createError('country')] : []),
    ...(brand === null ? [createError('brand')] : []),
    ...(salesman === undefined ? [createError('salesman')] : []),
  ];
}
