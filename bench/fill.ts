import type { Database } from '@basics/server/database/database.ts';
import { fillSearchText } from '@basics/server/features/users/user-search.repository.ts';
import { testKey } from '@basics/server/testing/portal.ts';
import { analyze } from '@basics/server/testing/tables.ts';
import { aLicense, aMachine, aUser } from '@basics/server/testing/rows.ts';

const first = ['Åse', 'Bernd', 'Camille', 'Dieter', 'Émile', 'Franziska', 'Grace', 'Hélène', 'Ingrid', 'Jürgen'];
const last = ['Almeida', 'Berg', 'Conti', 'Dvořák', 'Engström', 'Fournier', 'García', 'Hoffmann', 'Ito', 'Jansen'];
const places = ['DE', 'NO', 'FR', 'SE', 'JP', 'US', 'BR', 'IN'];

const pick = <T>(list: readonly T[], at: number): T => {
  const found = list[at % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

/** Creates so many customers, each with a grant, a PC and a licence; the same records each time. */
export async function fill(database: Database, count: number): Promise<void> {
  for (let from = 0; from < count; from += 500) await fillSome(database, from, Math.min(500, count - from));
  await fillSearchText(database);
  await analyze(database);
}

const fillSome = (database: Database, from: number, count: number): Promise<void> =>
  database.transact(async (trx) => {
    const users = await trx
      .insertInto('users')
      .values(Array.from({ length: count }, (_, at) => person(from + at)))
      .returning(['id', 'brandId'])
      .execute();
    const ids = users.map(({ id }) => id).toSorted((a, b) => a - b);
    await trx
      .insertInto('toolGrants')
      .values(
        ids.map((id) => ({
          userId: id,
          toolId: 'basics',
          brandId: pick(['blue', 'red'], id),
          configTools: '[]',
          validFrom: null,
          validTo: null,
        })),
      )
      .execute();
    const machines = await trx
      .insertInto('machines')
      .values(ids.map((id) => aMachine({ userId: id, name: `CAD-${id}` })))
      .returning(['id', 'userId'])
      .execute();
    await trx
      .insertInto('licenses')
      .values(machines.map(({ id, userId }) => aLicense({ userId, machineId: id, keyId: testKey.keyId })))
      .execute();
  });

/** Spread over the range, so that the order of the table is not the order of any list. */
function person(at: number) {
  const spread = (at * 7919) % 100_003;
  return aUser({
    login: `user${spread}@company${spread % 5000}.example`,
    firstName: pick(first, spread),
    lastName: `${pick(last, Math.floor(spread / 10))}${spread % 1000}`,
    company: `Company ${spread % 5000}`,
    country: pick(places, spread),
    brandId: pick(['blue', 'red'], spread),
    profileId: pick([3, 5, 7, 8, 13], spread),
    status: pick(['active', 'active', 'active', 'approved', 'suspended'] as const, spread),
    createdAt: Date.UTC(2025, 0, 1) + spread * 60_000,
  });
}
