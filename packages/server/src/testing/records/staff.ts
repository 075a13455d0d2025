import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { users } from '@basics/contract/users/users.ts';
import type { AppDependencies } from '#server/app.ts';
import type { Database } from '#server/database/database.ts';
import { codesByContinent } from '#server/platform/countries/countries.ts';
import { createTestDatabase, type DatabaseKind } from '../database/databases.ts';
import { openPortal, type Portal } from '../portal.ts';

/** Opens a portal with an administrator, and a salesman for Basics Blue in Germany. */
export async function openStaffedPortal(kind: DatabaseKind, options: Partial<AppDependencies> = {}) {
  return addStaff(await openPortal(await createTestDatabase(kind), options));
}

export async function addStaff(portal: Portal) {
  const root = await portal.addUser({ login: 'root@portal.example', profileId: 1 });
  const ada = await portal.addUser({ login: 'ada@portal.example', profileId: 2 });
  await assignSalesman(portal.database, ada, 'DE', 'blue');
  return {
    portal,
    root,
    ada,
    asRoot: await portal.signIn('root@portal.example'),
    asAda: await portal.signIn('ada@portal.example'),
  };
}

export type StaffedPortal = Awaited<ReturnType<typeof openStaffedPortal>>;

/** Assigns a country to a salesman for a brand. */
export async function assignSalesman(
  database: Database,
  salesmanId: number,
  country: string,
  brand: string,
): Promise<void> {
  const continent = Object.entries(codesByContinent).find(([, codes]) => codes.includes(country))?.[0] ?? '';
  await database.kysely
    .insertInto('countryBrandSalesmen')
    .values({ country, continent, brandId: brand, salesmanId })
    .execute();
}

/** Creates a complete request body with which staff create an account, by default a small customer in Germany. */
export const createUserBody = (
  overrides: Record<string, unknown> = {},
): Body<typeof users.create> & Record<string, unknown> => ({
  login: 'new@customer.example',
  email: 'new@customer.example',
  firstName: 'Nele',
  lastName: 'Neu',
  phone: '+49 30 1',
  company: 'Neu GmbH',
  profileID: 7,
  brand: 'blue',
  tools: [{ tool: 'basics', brand: 'blue', configTools: [], validFrom: null, validTo: null }],
  country: 'DE',
  language: 'en',
  canReceiveMail: true,
  crmAccount: null,
  ...overrides,
});

/** Creates the request body with which staff approve an applicant. */
export function createApprovalBody(version: number, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const { login: _, email: __, ...fields } = createUserBody(overrides);
  return { ...fields, version };
}

/** Lists the kinds and recipients of the letters in the outbox, oldest first. */
export async function listLetters({ database }: Portal): Promise<string[]> {
  const rows = await database.kysely.selectFrom('outbox').select(['kind', 'toAddress']).orderBy('id').execute();
  return rows.map(({ kind, toAddress: to }) => `${kind} to ${to}`);
}

/** Lists the changes of the status of an account, oldest first. */
export async function listHistory({ database }: Portal, userId: number): Promise<string[]> {
  const rows = await database.kysely
    .selectFrom('userHistory')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map((row) => `${row.fromStatus ?? 'nothing'} -> ${row.toStatus}${row.reason ? `: ${row.reason}` : ''}`);
}
