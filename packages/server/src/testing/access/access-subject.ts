import type { NewUser, Portal } from '#server/testing/portal.ts';
import { createHelpRequestRow } from '#server/testing/rows.ts';
import { assign } from '#server/testing/staff.ts';
import { missingId } from './access-row.ts';
import type { AccessRow, Relation, Subject } from './access-row.ts';

/** A record for each reason why it is the caller's own, in scope or out of scope. A user has several such reasons. */
export type Situation = { title: string; relation: Relation; user?: (asker: number) => Partial<NewUser> };

const own: Situation = { title: 'own', relation: 'own' };
const assigned: Situation = { title: 'in his countries', relation: 'inScope', user: () => ({ country: 'DE' }) };
const elsewhere: Situation = { title: 'elsewhere', relation: 'outOfScope', user: () => ({ country: 'NO' }) };
const missing: Situation = { title: 'missing', relation: 'missing' };
const created: Situation = {
  title: 'elsewhere, but made by him',
  relation: 'inScope',
  user: (createdBy) => ({ country: 'NO', createdBy }),
};
const colleague: Situation = {
  title: 'in his countries, but no customer',
  relation: 'outOfScope',
  user: () => ({ country: 'DE', profileId: 10 }),
};

/** All records on which a call of this row is tried. */
export function listSituations({ about }: AccessRow): readonly Situation[] {
  if (about === 'nothing') return [missing];
  if (about === 'user') return [own, assigned, created, elsewhere, colleague, missing];
  return [own, assigned, elsewhere, missing];
}

let made = 0;

type SubjectOptions = { self: number; row: AccessRow; situation: Situation };

/** Creates a record for one attempt. */
export async function createSubject(portal: Portal, { self, row, situation }: SubjectOptions): Promise<Subject> {
  made += 1;
  const name = `subject${made}`;
  const another = await portal.addUser({ login: `${name}@colleague.example`, profileId: 2 });
  const common = { version: 1, name, colleague: another };
  const { relation } = situation;
  if (relation === 'missing') return { id: missingId, ...common };
  if (row.about === 'releaseNote') return { id: await createNote(portal, relation), ...common };
  if (row.about === 'assignment') {
    const id = await createAssignment(portal, relation === 'own' ? self : another, relation);
    return { id, ...common };
  }
  const id = relation === 'own' ? self : await createUser(portal, name, { self, row, situation });
  if (row.about === 'helpRequest') return { id: await createHelpRequest(portal, id), ...common };
  return { id, ...common, version: await findVersion(portal, id) };
}

/** Creates a user whose account is in the state that the call changes. */
async function createUser(portal: Portal, name: string, { self, row, situation }: SubjectOptions): Promise<number> {
  const call = row.endpoint.name;
  const status = row.about === 'request' ? 'pending' : call === 'users.reinstate' ? 'suspended' : 'active';
  const id = await portal.addUser({
    login: `${name}@customer.example`,
    status,
    ...situation.user?.(self),
    ...(row.about === 'request' && { profileId: null }),
  });
  if (call === 'users.invite')
    await portal.database.kysely.updateTable('users').set({ status: 'approved' }).where('id', '=', id).execute();
  return id;
}

/** An open help request of this user. */
async function createHelpRequest({ database }: Portal, userId: number): Promise<number> {
  const row = createHelpRequestRow({ userId });
  const { id } = await database.kysely.insertInto('helpRequests').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

async function createAssignment({ database }: Portal, salesmanId: number, relation: Relation): Promise<number> {
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

/** A draft if the record must be out of scope, else a published note. */
async function createNote({ database, now }: Portal, relation: Relation): Promise<number> {
  const status = relation === 'outOfScope' ? ('draft' as const) : ('published' as const);
  const words = { title: 'A note', description: 'New.', version: '1.0', releaseDate: '2026-03-01' };
  const { id } = await database.kysely
    .insertInto('releaseNotes')
    .values({ ...words, status, createdAt: now(), updatedAt: now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function findVersion({ database }: Portal, id: number): Promise<number> {
  const { version } = await database.kysely
    .selectFrom('users')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return version;
}
