import { endpoints } from '@basics/contract/api.ts';
import { profiles } from '@basics/contract/permissions.ts';
import { describe, expect, test } from 'vitest';
import { anyDatabase, freshDatabase } from '#server/testing/databases.ts';
import type { DatabaseKind } from '#server/testing/databases.ts';
import { attempt, attempted } from '#server/testing/access/access-attempt.ts';
import type { Subject } from '#server/testing/access/access-attempt.ts';
import { relations } from '#server/testing/access/access-row.ts';
import type { AccessRow, Relation } from '#server/testing/access/access-row.ts';
import { accessTable, identities, outcomeOf } from '#server/testing/access/access-table.ts';
import type { Identity } from '#server/testing/access/access-table.ts';
import { openPortal } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';
import { sessionOf } from '#server/testing/people.ts';
import { aHelpRequest } from '#server/testing/rows.ts';
import { assign } from '#server/testing/staff.ts';

const nowhere = 2_000_000_000;

/** A portal and one who asks: of Germany, and a salesman of Germany for Basics Blue if he is one. */
async function openFor(kind: DatabaseKind, identity: Identity) {
  const portal = await openPortal(await freshDatabase(kind));
  const known = Object.entries(profiles).find(([, role]) => role === identity);
  const profileId = known ? Number(known[0]) : 99;
  const self = await portal.addUser({ login: 'self@portal.example', profileId });
  if (identity === 'Salesman') await assign(portal.database, self, 'DE', 'blue');
  // A session for each attempt, because some of them end it.
  const person = { id: self, login: 'self@portal.example', profileID: profileId };
  const tokenOf = async () => (identity === 'nobody' ? null : sessionOf(portal, person));
  return { portal, self, tokenOf };
}

let made = 0;

/** A record made for one attempt, and what it is to the one who asks. */
async function subjectFor(portal: Portal, self: number, row: AccessRow, relation: Relation): Promise<Subject> {
  made += 1;
  const name = `subject${made}`;
  const colleague = await portal.addUser({ login: `${name}@colleague.example`, profileId: 2 });
  const common = { version: 1, name, colleague };
  if (relation === 'missing') return { id: nowhere, ...common };
  if (row.about === 'assignment') {
    const id = await assignmentFor(portal, relation === 'own' ? self : colleague, relation);
    return { id, ...common };
  }
  if (row.about === 'releaseNote') return { id: await noteFor(portal, relation), ...common };
  if (relation === 'own') {
    if (row.about === 'helpRequest') return { id: await helpRequestFor(portal, self), ...common };
    return { id: self, ...common, version: await versionOf(portal, self) };
  }
  const status = row.about === 'request' ? 'pending' : row.operation === 'users.reinstate' ? 'suspended' : 'active';
  const country = relation === 'inScope' ? 'DE' : 'NO';
  const id = await portal.addUser({
    login: `${name}@customer.example`,
    status,
    country,
    ...(row.about === 'request' && { profileId: null }),
  });
  if (row.operation === 'users.invite')
    await portal.database.kysely.updateTable('users').set({ status: 'approved' }).where('id', '=', id).execute();
  return { id: row.about === 'helpRequest' ? await helpRequestFor(portal, id) : id, ...common };
}

/** A question of this user that waits for an answer. */
async function helpRequestFor({ database }: Portal, userId: number): Promise<number> {
  const row = aHelpRequest({ userId });
  const { id } = await database.kysely.insertInto('helpRequests').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

async function assignmentFor({ database }: Portal, salesmanId: number, relation: Relation): Promise<number> {
  const country = relation === 'outOfScope' ? 'NO' : 'DE';
  const brand = relation === 'own' ? 'blue' : 'red';
  await database.kysely
    .deleteFrom('countryBrandSalesmen')
    .where('salesmanId', '=', salesmanId)
    .where('brandId', '=', brand)
    .execute();
  await assign(database, salesmanId, country, brand);
  const { id } = await database.kysely
    .selectFrom('countryBrandSalesmen')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

/** Published, unless it is to be out of scope. */
async function noteFor({ database, now }: Portal, relation: Relation): Promise<number> {
  const status = relation === 'outOfScope' ? ('draft' as const) : ('published' as const);
  const words = { title: 'A note', description: 'New.', version: '1.0', releaseDate: '2026-03-01' };
  const { id } = await database.kysely
    .insertInto('releaseNotes')
    .values({ ...words, status, createdAt: now(), updatedAt: now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function versionOf({ database }: Portal, id: number): Promise<number> {
  const { version } = await database.kysely
    .selectFrom('users')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return version;
}

/** A salesman keeps his country while his own rows come and go. */
async function restore({ database }: Portal, self: number, identity: Identity): Promise<void> {
  if (identity !== 'Salesman') return;
  await database.kysely.deleteFrom('countryBrandSalesmen').where('salesmanId', '=', self).execute();
  await assign(database, self, 'DE', 'blue');
}

test('the table names every call of the contract, and each can be tried', () => {
  const calls = endpoints.map(({ name }) => name);
  const named = accessTable.map(({ operation }) => operation);
  expect(new Set(named)).toEqual(new Set(calls));
  expect(named).toHaveLength(calls.length);
  expect(new Set(attempted)).toEqual(new Set(calls));
});

describe.each(anyDatabase)('who may do what to whom on %s', { timeout: 120_000 }, (kind) => {
  test.each(identities)('%s', async (identity) => {
    const { portal, self, tokenOf } = await openFor(kind, identity);
    const seen: string[] = [];
    const said: string[] = [];
    for (const row of accessTable) {
      for (const relation of row.about === 'nothing' ? (['missing'] as const) : relations) {
        await restore(portal, self, identity);
        const subject = await subjectFor(portal, self, row, relation);
        const outcome = await attempt(portal, row.operation, { token: await tokenOf(), subject });
        seen.push(`${row.operation} ${relation}: ${outcome}`);
        said.push(`${row.operation} ${relation}: ${outcomeOf(row, identity, relation)}`);
      }
    }
    expect(seen).toEqual(said);
  });
});
