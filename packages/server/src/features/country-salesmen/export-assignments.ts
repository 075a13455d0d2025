import type { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { createCsvName, createCsvTable, type Columns, type CsvTable } from '#server/platform/csv/csv.ts';
import { readRowsInOrder } from '#server/platform/lists/list-page.repository.ts';
import { startExport } from '#server/platform/csv/start-export.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { selectMatchingAssignments, readAssignments, type AssignmentRow } from './country-salesmen.repository.ts';

const countryAndBrandColumns: Columns<AssignmentRow> = { country: (row) => row.country, brand: (row) => row.brandId };
const displayColumns: Columns<AssignmentRow> = {
  continent: (row) => row.continent,
  firstName: (row) => row.firstName,
  lastName: (row) => row.lastName,
  id: (row) => row.id,
};
/**
 * The column with the login of the salesman, by which the import finds the salesman. Only administrators get this
 * column.
 */
const loginColumn: Columns<AssignmentRow> = { salesman: (row) => row.login };

/**
 * Exports the assignments that match a search. For administrators, the table also has the logins, which the import
 * needs. Throws TOO_MANY_ATTEMPTS.
 */
export async function exportAssignments(
  context: WriteContext,
  query: Body<typeof countrySalesmen.export>,
): Promise<CsvTable> {
  const { actor, at } = context;
  const db = await startExport(context, { kind: 'assignment', query });
  const columns =
    findRole(actor.profileID) === 'Administrator'
      ? { ...countryAndBrandColumns, ...loginColumn, ...displayColumns }
      : { ...countryAndBrandColumns, ...displayColumns };
  const { matchingRows, order } = selectMatchingAssignments(db, query);
  const rows = readRowsInOrder(matchingRows, order, (ids) => readAssignments(db, ids));
  return createCsvTable(createCsvName('country-salesman', at), columns, rows);
}
