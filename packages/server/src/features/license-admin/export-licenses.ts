import type { Body } from '@basics/contract/endpoint.ts';
import type { licenseAdmin, OwnedLicense } from '@basics/contract/license-admin.ts';
import type { Db } from '#server/database/database.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { createCsvName, createCsvTable, mapBatches } from '#server/platform/csv/csv.ts';
import type { Columns, CsvTable } from '#server/platform/csv/csv.ts';
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

/**
 * Creates the CSV table of the licences that match a search, with the status of each licence at the time `at` (Unix
 * milliseconds).
 */
export const createLicensesExport = (
  db: Db,
  viewer: Viewer,
  { sort, ...filters }: Body<typeof licenseAdmin.export>,
  at: number,
): CsvTable =>
  createCsvTable(
    createCsvName('licences', at),
    columns,
    mapBatches(readAllLicenses(db, viewer, { filters, sort, now: at }), (rows) =>
      rows.map((row) => toOwnedLicense(row, at)),
    ),
  );
