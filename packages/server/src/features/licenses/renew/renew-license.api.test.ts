import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licenses, type License } from '@basics/contract/licenses/licenses.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import { readLicenceFile } from '@basics/licensing/licence-file.ts';
import { hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases, createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { openPortal, readProblemCode, testKey, type Portal } from '#server/testing/portal.ts';

async function issue(portal: Portal, who: Person, pc = createMachine('DESK')): Promise<License> {
  const body = { verificationCode: createCode(pc, { at: portal.now() }) };
  return licenseShape.parse(
    (await portal.call(licenses.issue, { token: who.token, params: { id: who.id }, body })).body,
  );
}

const renew = (portal: Portal, by: Person, { userId, licenseId }: License) =>
  portal.call(licenses.renew, { token: by.token, params: { id: userId, licenseId } });

/** Opens a portal with a customer whose licence can be renewed now; the policy gives 12 months. */
async function openRenewal(kind: (typeof databases)[number]) {
  const portal = await openPortal(await createTestDatabase(kind));
  const ada = await addPerson(portal);
  const oldLicense = await issue(portal, ada);
  portal.pass(Date.parse(oldLicense.expiryDate) - days(20) - portal.now());
  return { portal, ada: { ...ada, token: await createSession(portal, ada) }, oldLicense };
}

/** Reads the only PC of a user from the list of PCs. */
async function readPc(portal: Portal, { id, token }: Person) {
  const { body } = await portal.call(licenseAdmin.machines, { token, params: { id } });
  return licenseAdmin.machines.reply.parse(body).items[0]?.machines[0];
}

const dayAYearAfter = (day: string): string => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;

describe.each(defaultDatabases)('a renewal without a code (%s)', (kind) => {
  test('a renewed licence is for the same PC, adds the term to the old expiry date, and replaces the old licence', async () => {
    const { portal, ada, oldLicense } = await openRenewal(kind);
    const response = await renew(portal, ada, oldLicense);
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    const renewedLicense = licenseShape.parse(response.body);
    expect(renewedLicense).toMatchObject({
      machineName: 'DESK',
      status: 'Active',
      tool: oldLicense.tool,
      brand: oldLicense.brand,
      version: oldLicense.version,
      expiryDate: dayAYearAfter(oldLicense.expiryDate),
    });
    const file = await portal.call(licenses.download, {
      token: ada.token,
      params: { id: ada.id, licenseId: renewedLicense.licenseId },
    });
    const readResult = readLicenceFile(file.bytes.toString(), [testKey.signer.publicKey], nodePrimitives);
    if (!readResult.ok) throw new Error(readResult.refusal.code);
    const { fingerprint } = await portal.database.kysely
      .selectFrom('machines')
      .select('fingerprint')
      .executeTakeFirstOrThrow();
    expect(relateFingerprints(hexToBytes(readResult.value.payload.machine.fp), hexToBytes(fingerprint))).toBe('same');
    const licenseBefore = await portal.call(licenses.get, {
      token: ada.token,
      params: { id: ada.id, licenseId: oldLicense.licenseId },
    });
    expect(licenseBefore.body).toMatchObject({ status: 'Replaced' });
    const { body } = await portal.call(licenseAdmin.machines, { token: ada.token, params: { id: ada.id } });
    expect(body).toMatchObject({ items: [{ seatsUsed: 1, movesUsed: 0, machines: [{ holdsSeat: true }] }] });
  });

  test('the owner gets the file of a renewed licence by e-mail once, also if staff renew it, and if the call is repeated', async () => {
    for (const isByStaff of [false, true]) {
      const { portal, ada, oldLicense } = await openRenewal(kind);
      const by = isByStaff ? await addPerson(portal, { profileId: 1 }) : ada;
      const renewedLicense = licenses.renew.reply.parse((await renew(portal, by, oldLicense)).body);
      expect(renewedLicense.mail).toBe('queued');
      await renew(portal, by, oldLicense);
      const letters = await portal.database.kysely
        .selectFrom('outbox')
        .select(['userId', 'licenseId'])
        .where('licenseId', 'is not', null)
        .execute();
      expect(letters).toEqual([{ userId: ada.id, licenseId: renewedLicense.licenseId }]);
    }
  });

  test('a renewed licence is not installed until its owner says so, and its page shows until when the PC works without it', async () => {
    const { portal, ada, oldLicense } = await openRenewal(kind);
    const { licenseId, expiryDate } = licenseShape.parse((await renew(portal, ada, oldLicense)).body);
    const readPage = async () =>
      (await portal.call(licenseAdmin.overview, { token: ada.token, params: { licenseId } })).body;
    expect(await readPage()).toMatchObject({
      licenseId,
      expiryDate,
      renewedFrom: oldLicense.expiryDate,
      fileName: `Basics_blue_DESK_${expiryDate}.lic`,
      ended: null,
      current: null,
    });
    expect(await readPage()).not.toHaveProperty('installedAt');
    const setInstalled = (isInstalled: boolean, id = licenseId) =>
      portal.call(licenses.setInstalled, {
        token: ada.token,
        params: { id: ada.id, licenseId: id },
        body: { isInstalled },
      });
    const installedAt = new Date(portal.now()).toISOString();
    for (const repeatedBody of [(await setInstalled(true)).body, (await setInstalled(true)).body, await readPage()])
      expect(repeatedBody).toMatchObject({ installedAt });
    expect(await readPc(portal, ada)).toMatchObject({ license: { licenseId, installedAt } });
    expect((await setInstalled(false)).body).not.toHaveProperty('installedAt');
    expect(readProblemCode((await setInstalled(true, oldLicense.licenseId)).body)).toBe('LICENSE_ENDED');
    const entries = await selectAuditEntries(portal.database.kysely)
      .select(['actorId', 'subjectId'])
      .where('action', '=', 'license.confirmInstalled')
      .execute();
    const entry = { actorId: ada.id, subjectId: String(licenseId) };
    expect(entries).toEqual([entry, entry]);
  });

  test('a renewal is refused before it opens, and for a licence that was revoked or has expired', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const admin = await addPerson(portal, { profileId: 1 });
    const ada = await addPerson(portal);
    const oldLicense = await issue(portal, ada);
    const earlyResponse = await renew(portal, ada, oldLicense);
    expect(readProblemCode(earlyResponse.body)).toBe('RENEWAL_NOT_OPEN');
    const params = { id: ada.id, licenseId: oldLicense.licenseId };
    await portal.call(licenseAdmin.revoke, { token: admin.token, params, body: { reason: 'stolen' } });
    expect(readProblemCode((await renew(portal, ada, oldLicense)).body)).toBe('NOT_RENEWABLE');
    const lateFixture = await openRenewal(kind);
    lateFixture.portal.pass(days(30));
    const adaLater = { ...lateFixture.ada, token: await createSession(lateFixture.portal, lateFixture.ada) };
    expect(readProblemCode((await renew(lateFixture.portal, adaLater, lateFixture.oldLicense)).body)).toBe(
      'NOT_RENEWABLE',
    );
  });

  test('staff cannot renew a licence of a suspended customer', async () => {
    const { portal, ada, oldLicense } = await openRenewal(kind);
    const admin = await addPerson(portal, { profileId: 1 });
    const renewByAdmin = () => renew(portal, { ...admin, id: ada.id }, oldLicense);
    const setStatus = (status: 'active' | 'suspended') =>
      portal.database.kysely.updateTable('users').set({ status }).where('id', '=', ada.id).execute();
    await setStatus('suspended');
    expect(readProblemCode((await renewByAdmin()).body)).toBe('NOT_RENEWABLE');
    await setStatus('active');
    expect((await renewByAdmin()).status).toBe(200);
  });

  test('a licence that expires together with its grant is not renewed, and keeps its last day if the last day of the grant becomes earlier', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const ada = await addPerson(portal, { grants: [{ brand: 'blue', validTo: '2026-12-31' }] });
    const oldLicense = await issue(portal, ada);
    expect(oldLicense.expiryDate).toBe('2026-12-31');
    portal.pass(Date.parse('2026-12-20') - portal.now());
    const adaSignedIn = { ...ada, token: await createSession(portal, ada) };
    const renewWithGrantUntil = async (validTo: string) => {
      await portal.database.kysely.updateTable('toolGrants').set({ validTo }).where('userId', '=', ada.id).execute();
      return renew(portal, adaSignedIn, oldLicense);
    };
    expect(await readPc(portal, adaSignedIn)).toMatchObject({ grantEndsOn: '2026-12-31' });
    const refusal = { status: 422, body: { code: 'TOOL_ENDS' } };
    expect(await renew(portal, adaSignedIn, oldLicense)).toMatchObject({
      ...refusal,
      body: { message: expect.stringContaining('This account has Basics until 31 December 2026,') },
    });
    expect(await renewWithGrantUntil('2026-12-24')).toMatchObject(refusal);
    expect(await renewWithGrantUntil('2026-12-10'), 'the grant has ended').toMatchObject(refusal);
    expect(await portal.database.kysely.selectFrom('licenses').select('id').execute()).toHaveLength(1);
    expect(await renewWithGrantUntil('2027-02-28')).toMatchObject({ status: 200, body: { expiryDate: '2027-02-28' } });
  });

  test('the list of PCs and the renewal use the policy of the brand of the licence', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const ada = await addPerson(portal, { grants: [{ brand: 'blue' }, { brand: 'red' }] });
    const body = { verificationCode: createCode(createMachine('DESK')), brand: 'red' };
    const response = await portal.call(licenses.issue, { token: ada.token, params: { id: ada.id }, body });
    const redLicense = licenseShape.parse(response.body);
    const redPolicy = portal.database.kysely.updateTable('licencePolicies').where('brandId', '=', 'red');
    await redPolicy.set({ renewalDays: 60 }).execute();
    expect(await readPc(portal, ada)).toMatchObject({ renewalOpens: '2027-01-09T00:00:00.000Z', grantEndsOn: null });
    portal.pass(Date.parse('2027-01-09') - portal.now());
    const signedIn = { ...ada, token: await createSession(portal, ada) };
    expect((await renew(portal, signedIn, redLicense)).status).toBe(200);
  });

  test('staff renew many licences of users in scope in one request, with a result for each, whose day is written out (T783)', async () => {
    const { portal, ada, oldLicense } = await openRenewal(kind);
    const admin = await addPerson(portal, { profileId: 1 });
    const salesman = await addPerson(portal, { profileId: 2 });
    const newLicense = await issue(portal, ada, createMachine('NEW'));
    const body = [oldLicense.licenseId, newLicense.licenseId, 999_999];
    const reply = await portal.call(licenses.renewMany, { token: admin.token, body });
    expect(reply.body).toMatchObject({
      results: [
        { id: oldLicense.licenseId, outcome: 'renewed', license: { machineName: 'DESK' } },
        {
          id: newLicense.licenseId,
          outcome: 'refused',
          message: expect.stringMatching(/can be renewed from \d{1,2} \w+ \d{4}\.$/),
        },
        { id: 999_999, outcome: 'notFound' },
      ],
    });
    const foreignResponse = await portal.call(licenses.renewMany, {
      token: salesman.token,
      body: [newLicense.licenseId],
    });
    expect(foreignResponse.body).toEqual({ results: [{ id: newLicense.licenseId, outcome: 'notFound' }] });
  });
});

describe.each(databases)('simultaneous renewals (%s)', (kind) => {
  test('repeated and simultaneous renewals of a licence return the same licence', async () => {
    const { portal, ada, oldLicense } = await openRenewal(kind);
    const responses = await Promise.all([
      renew(portal, ada, oldLicense),
      renew(portal, ada, oldLicense),
      renew(portal, ada, oldLicense),
    ]);
    responses.push(await renew(portal, ada, oldLicense));
    const ids = responses.map(({ body }) => licenseShape.parse(body).licenseId);
    expect(new Set(ids).size).toBe(1);
    const rows = await portal.database.kysely.selectFrom('licenses').select('id').execute();
    expect(rows).toHaveLength(2);
  });
});
