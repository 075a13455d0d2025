import { companies } from '@basics/contract/companies/companies.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { crm } from '@basics/contract/crm/crm.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { users } from '@basics/contract/users/users.ts';
import { open, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { publishFile } from '#server/platform/storage/durable-file.ts';
import { exportCompanies } from '#server/features/companies/company.ts';
import { exportAssignments } from '#server/features/country-salesmen/export-assignments.ts';
import { exportCrmAccounts } from '#server/features/crm/crm-accounts.ts';
import { exportLicenses } from '#server/features/license-admin/export-licenses.ts';
import { exportRequests } from '#server/features/requests/export-requests.ts';
import { exportUsers } from '#server/features/users/list/export-users.ts';
import { writeCsv, type CsvTable } from '#server/platform/csv/csv.ts';
import { Problem } from '#server/platform/problem.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { refuse, UsageFault, type Call, type Outcome } from '../command.ts';
import { findIssuer, createCommandOrigin } from '../issue.ts';
import { runOnDatabase } from '../on-database.ts';
import { refuseUnknownLogin } from '../accounts.ts';

/** The lists that can be exported. A list is exported with the same columns as on its page of the portal, without a filter. */
const exportsByName: Record<string, (context: WriteContext) => Promise<CsvTable>> = {
  users: (context) => exportUsers(context, users.export.body.parse({})),
  requests: (context) => exportRequests(context, requests.export.body.parse({})),
  companies: (context) => exportCompanies(context, companies.export.body.parse({})),
  licenses: (context) => exportLicenses(context, licenseAdmin.export.body.parse({})),
  assignments: (context) => exportAssignments(context, countrySalesmen.export.body.parse({})),
  crmAccounts: (context) => exportCrmAccounts(context, crm.export.body.parse({})),
};

/** Writes a list as CSV into a new file, with an audit entry. */
export async function exportCsv(call: Call, { by }: { by?: string }): Promise<Outcome> {
  const { args, shell } = call;
  const [name = '', path = ''] = args;
  const createTable = Object.hasOwn(exportsByName, name) ? exportsByName[name] : undefined;
  if (!createTable) throw new UsageFault(`The lists are ${Object.keys(exportsByName).join(', ')}.`);
  if (by === undefined) throw new UsageFault('Name --by (the administrator who exports).');
  return runOnDatabase(call, async (database) => {
    const actor = await findIssuer(database, by);
    if (!actor) return refuseUnknownLogin(database.kysely, by);
    const file = resolve(shell.cwd, path);
    try {
      const table = await createTable({ database, actor, origin: createCommandOrigin('export'), at: shell.clock() });
      const rowCount = await writeTable(table, file, shell.printProgress);
      return { ok: true, lines: [`${file} contains ${rowCount} rows.`], facts: { file, rows: rowCount } };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return refuse(`${error.code}: ${error.message}`);
    }
  });
}

const rowsPerProgressLine = 10_000;

/** Writes a table into a file, and returns the number of rows. The file gets its name when it is complete. */
async function writeTable(
  { batches, ...table }: CsvTable,
  file: string,
  note: (line: string) => void,
): Promise<number> {
  let rowCount = 0;
  async function* countRows() {
    for await (const batch of batches) {
      const countBefore = rowCount;
      rowCount += batch.length;
      if (Math.floor(rowCount / rowsPerProgressLine) > Math.floor(countBefore / rowsPerProgressLine))
        note(`${rowCount} rows`);
      yield batch;
    }
  }
  const temporaryFile = `${file}.${process.pid}.part`;
  try {
    const handle = await open(temporaryFile, 'wx', 0o600);
    for await (const text of writeCsv({ ...table, batches: countRows() })) await handle.writeFile(text);
    await handle.close();
    await publishFile(temporaryFile, file);
  } finally {
    await rm(temporaryFile, { force: true });
  }
  return rowCount;
}
