import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { licenseAdmin, OwnedLicense } from '@basics/contract/license-admin/license-admin.ts';
import { createCsvName, createCsvTable, mapBatches, type Columns, type CsvTable } from '#server/platform/csv/csv.ts';
import { startExport } from '#server/platform/csv/start-export.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { readAllLicenses, toOwnedLicense } from './search-licenses.repository.ts';

const columns = {
  machineName: (license: OwnedLicense) => license.machineName,
  status: (license) => license.status,
  expiryDate: (license) => license.expiryDate,
  issuedAt: (license) => license.issuedAt,
  tool: (license) => license.tool,
  version: (license) => license.version,
  brand: (license) => license.brand,
  configTools: (license) => license.configTools.join('; '),
  login: ({ owner }) => owner.login,
  firstName: ({ owner }) => owner.firstName,
  lastName: ({ owner }) => owner.lastName,
  company: ({ owner }) => owner.company,
  country: ({ owner }) => owner.country,
  mail: (license) => license.mail,
  userId: (license) => license.userId,
  licenseId: (license) => license.licenseId,
} satisfies Columns<OwnedLicense>;

/** Creates the CSV table of the licences that match a search, with the status of each licence now. Throws TOO_MANY_ATTEMPTS. */
export async function exportLicenses(
  context: Pick<CallContext, 'database' | 'actor' | 'origin' | 'at'>,
  query: Body<typeof licenseAdmin.export>,
): Promise<CsvTable> {
  const { actor, at } = context;
  const db = await startExport(context, { kind: 'license', query });
  const { sort, ...filters } = query;
  const rows = await readAllLicenses(db, actor, { filters, sort, now: at });
  return createCsvTable(
    createCsvName('licences', at),
    columns,
    mapBatches(rows, (batch) => batch.map((row) => toOwnedLicense(row, at))),
  );
}
