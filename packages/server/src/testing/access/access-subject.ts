import { watchList } from '@basics/contract/license-admin/watch-list.ts';
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { createFingerprint } from '@basics/licensing/fingerprint.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { days } from '#server/platform/clock/clock.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { permissions } from '@basics/contract/calls/permissions.ts';
import { removeUser } from '#server/features/users/deletion/remove-users.ts';
import { testKey, type NewUser, type Portal } from '#server/testing/portal.ts';
import { createHelpRequestRow, createLicenseRow, createMachineRow } from '#server/testing/database/rows.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';
import { missingSubject, type AccessRow, type Relation, type Subject } from './access-row.ts';

/**
 * A kind of record with which a call is tested, and the relation of the record to the caller. `user` returns the values that the owner of
 * the record must have so that the record has this relation.
 */
export type Situation = { title: string; relation: Relation; user?: (callerId: number) => Partial<NewUser> };

const own: Situation = { title: 'own', relation: 'own' };
const assignedCountry: Situation = {
  title: 'in a country of the salesman',
  relation: 'inScope',
  user: () => ({ country: 'DE' }),
};
const otherCountry: Situation = { title: 'elsewhere', relation: 'outOfScope', user: () => ({ country: 'NO' }) };
const missingRecord: Situation = { title: 'missing', relation: 'missing' };
const createdByCaller: Situation = {
  title: 'elsewhere, but created by the salesman',
  relation: 'inScope',
  user: (createdBy) => ({ country: 'NO', createdBy }),
};
const otherSalesman: Situation = {
  title: 'in a country of the salesman, but not a customer',
  relation: 'outOfScope',
  user: () => ({ country: 'DE', profileId: 10 }),
};

/** Lists the kinds of records with which the call of a row is tested. */
export function listSituations({ recordKind }: AccessRow): readonly Situation[] {
  if (recordKind === 'nothing') return [missingRecord];
  if (recordKind === 'user') return [own, assignedCountry, createdByCaller, otherCountry, otherSalesman, missingRecord];
  return [own, assignedCountry, otherCountry, missingRecord];
}

let subjectCount = 0;

type SubjectOptions = { callerId: number; row: AccessRow; situation: Situation };

/** Creates a record for one attempt. */
export async function createSubject(portal: Portal, { callerId, row, situation }: SubjectOptions): Promise<Subject> {
  subjectCount += 1;
  const name = `subject${subjectCount}`;
  const otherSalesmanId = await portal.addUser({ login: `${name}@colleague.example`, profileId: 2 });
  const commonFields = { ...missingSubject, name, colleague: otherSalesmanId };
  const { relation } = situation;
  if (relation === 'missing') return commonFields;
  if (row.recordKind === 'releaseNote') return { ...commonFields, id: await createNote(portal, relation) };
  if (row.recordKind === 'assignment') {
    const id = await createAssignment(portal, { callerId, colleagueId: otherSalesmanId, relation });
    return { ...commonFields, id };
  }
  if (row.recordKind === 'company')
    return { ...commonFields, id: await createCompany(portal, name, { callerId, relation }) };
  const id = relation === 'own' ? callerId : await createUser(portal, name, { callerId, row, situation });
  if (row.recordKind === 'deletedRequest' && relation !== 'own') await deleteUser(portal, id, otherSalesmanId);
  if (row.recordKind === 'helpRequest') return { ...commonFields, id: await createHelpRequest(portal, id) };
  if (row.recordKind === 'license')
    return { ...commonFields, id, ...(await createLicense(portal, row, { userId: id, pcName: name })) };
  return { ...commonFields, id, version: await findVersion(portal, id) };
}

/** Creates a user whose account is in the state that the call changes. */
async function createUser(portal: Portal, name: string, { callerId, row, situation }: SubjectOptions): Promise<number> {
  const call = row.endpoint.name;
  const isRequest = row.recordKind === 'request' || row.recordKind === 'deletedRequest';
  const status = isRequest ? 'pending' : call === 'users.reinstate' ? 'suspended' : 'active';
  const id = await portal.addUser({
    login: `${name}@customer.example`,
    status,
    ...situation.user?.(callerId),
    ...(isRequest && { profileId: null }),
  });
  if (call === 'users.invite')
    await portal.database.kysely.updateTable('users').set({ status: 'approved' }).where('id', '=', id).execute();
  return id;
}

/** Deletes a user in the way in which it can be restored. */
async function deleteUser({ database, now }: Portal, userId: number, deletedBy: number): Promise<void> {
  const actor = { userId: deletedBy, profileID: 1, login: 'root', sessionId: '', permissions };
  const origin = { requestId: 'test', address: '127.0.0.1', userAgent: 'test', host: 'localhost' };
  await removeUser({ database, actor, origin, at: now(), forGood: false }, userId);
}

/** Creates an open help request of the given user. */
async function createHelpRequest({ database }: Portal, userId: number): Promise<number> {
  const row = createHelpRequestRow({ userId });
  const { id } = await database.kysely.insertInto('helpRequests').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Creates a company: managed by the caller, or with a member in scope or out of scope. */
async function createCompany(
  portal: Portal,
  name: string,
  { callerId, relation }: { callerId: number; relation: Relation },
): Promise<number> {
  const { kysely } = portal.database;
  const { id } = await kysely
    .insertInto('companies')
    .values({ name, nameFold: name, createdAt: portal.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const memberId =
    relation === 'own'
      ? callerId
      : await portal.addUser({ login: `${name}@member.example`, country: relation === 'inScope' ? 'DE' : 'NO' });
  await kysely.updateTable('users').set({ companyId: id, companyRole: 'manager' }).where('id', '=', memberId).execute();
  return id;
}

/** Creates a licence of the given user that can be renewed, and its PC. The PC is reported lost if the call lifts such a report. */
async function createLicense(
  { database: { kysely }, now }: Portal,
  { endpoint }: AccessRow,
  { userId, pcName }: { userId: number; pcName: string },
) {
  const pc = createMachine(pcName);
  const fingerprint = bytesToHex(createFingerprint(pc.facts, nodePrimitives));
  const grant = { userId, toolId: 'basics', brandId: 'blue', configTools: '[]' };
  await kysely.deleteFrom('toolGrants').where('userId', '=', userId).execute();
  await kysely.insertInto('toolGrants').values(grant).execute();
  const machine = createMachineRow({ userId, name: pcName, fingerprint });
  const { id: machineId } = await kysely
    .insertInto('machines')
    .values(machine)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { keyId } = testKey;
  const codeFields = { fingerprint, verificationCode: createCode(pc), expiresAt: now() + days(10) };
  const license = createLicenseRow({ userId, machineId, keyId, ...codeFields });
  const { id: licenseId } = await kysely
    .insertInto('licenses')
    .values(license)
    .returning('id')
    .executeTakeFirstOrThrow();
  const report = { machineId, reportedBy: userId, reportedAt: now(), reason: 'stolen' };
  if (endpoint === watchList.liftLost) await kysely.insertInto('lostMachines').values(report).execute();
  return { licenseId, licenceUid: license.licenceUid, machineId };
}

async function createAssignment(
  { database }: Portal,
  { callerId, colleagueId, relation }: { callerId: number; colleagueId: number; relation: Relation },
): Promise<number> {
  const country = relation === 'outOfScope' ? 'NO' : 'DE';
  // The caller holds the pair of an assignment in scope, because an earlier attempt may have deleted the caller's assignment.
  for (const salesmanId of relation === 'inScope'
    ? [callerId, colleagueId]
    : [relation === 'own' ? callerId : colleagueId]) {
    await database.kysely
      .deleteFrom('countryBrandSalesmen')
      .where('salesmanId', '=', salesmanId)
      .where('brandId', '=', 'blue')
      .execute();
    await assignSalesman(database, salesmanId, country, 'blue');
  }
  const { id } = await database.kysely
    .selectFrom('countryBrandSalesmen')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

/** Creates a release note: a draft if the record must be out of scope, else a published note. */
async function createNote({ database, now }: Portal, relation: Relation): Promise<number> {
  const status = relation === 'outOfScope' ? ('draft' as const) : ('published' as const);
  const noteValues = { title: 'A note', description: 'New.', version: '1.0', releaseDate: '2026-03-01' };
  const { id } = await database.kysely
    .insertInto('releaseNotes')
    .values({ ...noteValues, status, createdAt: now(), updatedAt: now() })
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
