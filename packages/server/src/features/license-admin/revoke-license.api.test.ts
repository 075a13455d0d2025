import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licenses, type License } from '@basics/contract/licenses/licenses.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { readLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases, createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { readProblemCode, openPortal, testKey, type Portal } from '#server/testing/portal.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

async function issueLicense(portal: Portal, who: Person, pc: string): Promise<License> {
  const { body } = await portal.call(licenses.issue, {
    token: who.token,
    params: { id: who.id },
    body: { verificationCode: createCode(createMachine(pc), { at: portal.now() }) },
  });
  return licenseShape.parse(body);
}

const revoke = (portal: Portal, by: Person, { userId, licenseId }: License, reason = 'stolen') =>
  portal.call(licenseAdmin.revoke, { token: by.token, params: { id: userId, licenseId }, body: { reason } });

/** Reads the ids of revoked licences that a licence file contains. */
async function readDeniedIds(portal: Portal, who: Person, { licenseId }: License): Promise<string[]> {
  const fileResponse = await portal.call(licenses.download, { token: who.token, params: { id: who.id, licenseId } });
  const readResult = readLicenceFile(fileResponse.bytes.toString(), [testKey.signer.publicKey], nodePrimitives);
  if (!readResult.ok) throw new Error('the file cannot be read');
  return readResult.value.payload.deny ?? [];
}

const findUid = async ({ database }: Portal, { licenseId }: License): Promise<string> => {
  const row = await database.kysely
    .selectFrom('licenses')
    .select('licenceUid')
    .where('id', '=', licenseId)
    .executeTakeFirstOrThrow();
  return row.licenceUid;
};

describe.each(databases)('the revocation of a licence (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('the revocation of a licence takes effect at once, is in the audit log with its reason, and frees the seat', async () => {
    const [admin, ada] = [await addPerson(portal(), { profileId: 1 }), await addPerson(portal())];
    const license = await issueLicense(portal(), ada, 'DESK');
    expect(await revoke(portal(), admin, license)).toMatchObject({
      status: 200,
      body: { ...license, status: 'Revoked' },
    });
    const listResponse = await portal().call(licenses.list, { token: ada.token, params: { id: ada.id } });
    expect(listResponse.body).toMatchObject({ items: [{ licenseId: license.licenseId, status: 'Revoked' }] });
    const row = await selectAuditEntries(portal().database.kysely)
      .select(['actorId', 'after'])
      .where('action', '=', 'license.revoke')
      .where('subjectId', '=', String(license.licenseId))
      .executeTakeFirstOrThrow();
    expect({ ...row }).toEqual({ actorId: admin.id, after: JSON.stringify({ userId: ada.id, reason: 'stolen' }) });
    const { body } = await portal().call(licenseAdmin.machines, { token: ada.token, params: { id: ada.id } });
    expect(body).toMatchObject({ items: [{ seatsUsed: 0, movesUsed: 0, machines: [{ holdsSeat: false }] }] });
  });

  test('a revocation also revokes the earlier licences of the same PC, but not the licences of other PCs (T280)', async () => {
    const [admin, ada] = [await addPerson(portal(), { profileId: 1 }), await addPerson(portal())];
    const [before, other] = [await issueLicense(portal(), ada, 'DESK'), await issueLicense(portal(), ada, 'LAPTOP')];
    const newestLicense = await issueLicense(portal(), ada, 'DESK');
    await revoke(portal(), admin, newestLicense);
    const deniedIds = await readDeniedIds(portal(), ada, await issueLicense(portal(), ada, 'LAPTOP'));
    const [beforeUid, newestUid] = [await findUid(portal(), before), await findUid(portal(), newestLicense)];
    expect(deniedIds.filter((uid) => [beforeUid, newestUid].includes(uid)).toSorted()).toEqual(
      [beforeUid, newestUid].toSorted(),
    );
    expect(deniedIds).not.toContain(await findUid(portal(), other));
  });

  test('no user can revoke their own licence, because the revocation would free a seat without using a move', async () => {
    const [admin, sam] = [await addPerson(portal(), { profileId: 1 }), await addPerson(portal(), { profileId: 2 })];
    for (const staffMember of [admin, sam]) {
      const license = await issueLicense(portal(), staffMember, 'DESK');
      expect(readProblemCode((await revoke(portal(), staffMember, license)).body)).toBe('OWN_ACCOUNT');
      const listResponse = await portal().call(licenses.list, {
        token: staffMember.token,
        params: { id: staffMember.id },
      });
      expect(listResponse.body).toMatchObject({ items: [{ status: 'Active' }] });
    }
  });

  test('a revocation needs a reason', async () => {
    const [admin, ada] = [await addPerson(portal(), { profileId: 1 }), await addPerson(portal())];
    const license = await issueLicense(portal(), ada, 'DESK');
    for (const reason of ['', '  '])
      expect(await revoke(portal(), admin, license, reason)).toMatchObject({
        status: 422,
        body: { code: 'INVALID', fields: { reason: fieldMessages.reason } },
      });
    expect((await revoke(portal(), admin, license)).status).toBe(200);
  });

  test('a second revocation of a licence is refused, so that the reason of the first revocation is kept', async () => {
    const [admin, ada] = [await addPerson(portal(), { profileId: 1 }), await addPerson(portal())];
    const license = await issueLicense(portal(), ada, 'DESK');
    await revoke(portal(), admin, license);
    expect(readProblemCode((await revoke(portal(), admin, license, 'another')).body)).toBe('ALREADY_REVOKED');
    const params = { licenseId: license.licenseId };
    const { body } = await portal().call(licenseAdmin.get, { token: admin.token, params });
    expect(body).toMatchObject({ revoked: { reason: 'stolen' } });
  });

  test('a revocation finds the licence only with the id of its owner, and only for staff with the owner in scope (T281)', async () => {
    const [admin, sam] = [await addPerson(portal(), { profileId: 1 }), await addPerson(portal(), { profileId: 2 })];
    const [ada, bob] = [await addPerson(portal(), { country: 'CH' }), await addPerson(portal())];
    const license = await issueLicense(portal(), ada, 'DESK');
    expect(readProblemCode((await revoke(portal(), admin, { ...license, userId: bob.id })).body)).toBe(
      'RESULTS_NOT_FOUND',
    );
    expect(readProblemCode((await revoke(portal(), sam, license)).body)).toBe('USER_NOT_FOUND');
    expect(readProblemCode((await revoke(portal(), ada, license)).body)).toBe('NOT_PERMITTED');
    expect(readProblemCode((await revoke(portal(), admin, { ...license, licenseId: 2_000_000_000 })).body)).toBe(
      'RESULTS_NOT_FOUND',
    );
  });

  test('the next licence file of the same tool lists the ids of revoked licences, first the licences of the user of the file', async () => {
    const [admin, ada, bob] = [
      await addPerson(portal(), { profileId: 1 }),
      await addPerson(portal()),
      await addPerson(portal()),
    ];
    const [first, second] = [await issueLicense(portal(), ada, 'DESK'), await issueLicense(portal(), bob, 'DESK')];
    await revoke(portal(), admin, first);
    await revoke(portal(), admin, second);
    const [ofAda, ofBob] = [await findUid(portal(), first), await findUid(portal(), second)];
    const deniedIdsForAda = await readDeniedIds(portal(), ada, await issueLicense(portal(), ada, 'DESK'));
    expect(deniedIdsForAda[0]).toBe(ofAda);
    expect(deniedIdsForAda).toContain(ofBob);
    const deniedIdsForBob = await readDeniedIds(portal(), bob, await issueLicense(portal(), bob, 'LAP'));
    expect(deniedIdsForBob[0]).toBe(ofBob);
    expect(deniedIdsForBob).toContain(ofAda);
  });
});

describe.each(defaultDatabases)('the revoked ids in licence files (%s)', (kind) => {
  /** Opens a portal with revoked licences of one user. Each licence expires after the given number of days. */
  async function openWithRevokedLicenses(daysUntilExpiry: readonly number[]) {
    const portal = await openPortal(await createTestDatabase(kind));
    const [ada, bob] = [await addPerson(portal), await addPerson(portal)];
    const license = await issueLicense(portal, ada, 'DESK');
    const row = await portal.database.kysely
      .selectFrom('licenses')
      .selectAll()
      .where('id', '=', license.licenseId)
      .executeTakeFirstOrThrow();
    const { id: _, ...copied } = row;
    const copies = daysUntilExpiry.map((dayCount, at) => ({
      ...copied,
      licenceUid: at.toString(16).padStart(16, '0'),
      verificationHash: at.toString(16).padStart(64, '0'),
      expiresAt: portal.now() + days(dayCount),
      revokedAt: portal.now() - at,
    }));
    if (copies.length > 0) await portal.database.kysely.insertInto('licenses').values(copies).execute();
    return { portal, ada, bob };
  }

  test('a licence file lists no revoked ids while no licence is revoked', async () => {
    const { portal, bob } = await openWithRevokedLicenses([]);
    expect(await readDeniedIds(portal, bob, await issueLicense(portal, bob, 'DESK'))).toEqual([]);
  });

  test('the list of revoked ids contains the licences that a tool would still accept, until the end of the grace period', async () => {
    const { portal, bob } = await openWithRevokedLicenses([1, -13, -15]);
    const deniedIds = await readDeniedIds(portal, bob, await issueLicense(portal, bob, 'DESK'));
    expect(deniedIds).toEqual(['0000000000000000', '0000000000000001']);
  });

  test('if there are too many revoked licences, the list of revoked ids contains only the latest revocations', async () => {
    const { portal, bob } = await openWithRevokedLicenses(
      Array.from({ length: limits.licence.maxDenied + 5 }, () => 10),
    );
    const deniedIds = await readDeniedIds(portal, bob, await issueLicense(portal, bob, 'DESK'));
    expect(deniedIds).toHaveLength(limits.licence.maxDenied);
    expect(deniedIds[0]).toBe('0000000000000000');
    expect(deniedIds).not.toContain((limits.licence.maxDenied + 1).toString(16).padStart(16, '0'));
  });

  test('the list of revoked ids contains only licences of the same tool', async () => {
    const { portal, bob } = await openWithRevokedLicenses([10]);
    await portal.database.kysely
      .insertInto('tools')
      .values({ id: 'other', code: 99, name: 'Other', maxMajor: 255, parentToolId: null, entitlementBit: null })
      .execute();
    await portal.database.kysely
      .updateTable('licenses')
      .set({ toolId: 'other' })
      .where('revokedAt', 'is not', null)
      .execute();
    expect(await readDeniedIds(portal, bob, await issueLicense(portal, bob, 'DESK'))).toEqual([]);
  });
});

describe.each(databases)('two simultaneous revocations (%s)', (kind) => {
  test('only one of two simultaneous revocations of a licence succeeds', async () => {
    const database = await createTestDatabase(kind);
    const portal = await openPortal(slowDownDatabase(database, 5));
    const [admin, ada] = [await addPerson(portal, { profileId: 1 }), await addPerson(portal)];
    const license = await issueLicense(portal, ada, 'DESK');
    const responses = await Promise.all(['one', 'two'].map((reason) => revoke(portal, admin, license, reason)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const rows = await selectAuditEntries(database.kysely)
      .select('id')
      .where('action', '=', 'license.revoke')
      .execute();
    expect(rows).toHaveLength(1);
  });
});
