import type { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Body } from '@basics/contract/endpoint.ts';
import { roleOf } from '@basics/contract/permissions.ts';
import type { Db } from '#server/database/database.ts';
import { csvName, tableOf } from '#server/platform/csv/csv.ts';
import type { Columns, CsvTable } from '#server/platform/csv/csv.ts';
import { rowsInOrder } from '#server/platform/csv/rows-in-order.repository.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { matchingAssignments, readAssignments } from './country-salesmen.repository.ts';
import type { AssignmentRow } from './country-salesmen.repository.ts';

const place: Columns<AssignmentRow> = { country: (row) => row.country, brand: (row) => row.brand_id };
const shown: Columns<AssignmentRow> = {
  continent: (row) => row.continent,
  firstName: (row) => row.first_name,
  lastName: (row) => row.last_name,
  id: (row) => row.id,
};
/** By whom the import knows a salesman; the list tells it to nobody else. */
const named: Columns<AssignmentRow> = { salesman: (row) => row.login };

/** What a search for assignments finds, as a table: for administrators with what the import takes. */
export function assignmentsTable(
  db: Db,
  actor: Actor,
  asked: Body<typeof countrySalesmen.export>,
  at: number,
): CsvTable {
  const columns =
    roleOf(actor.profileID) === 'Administrator' ? { ...place, ...named, ...shown } : { ...place, ...shown };
  const { matching, order } = matchingAssignments(db, asked);
  const rows = rowsInOrder(matching, order, (ids) => readAssignments(db, ids));
  return tableOf(csvName('country-salesman', at), columns, rows);
}
