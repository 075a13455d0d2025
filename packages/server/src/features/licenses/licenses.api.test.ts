import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licensePreview, licenses, license } from '@basics/contract/licenses/licenses.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases, createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { readProblemCode, noon, openPortal, testKey, type Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { allRows } from '#server/testing/database/tables.ts';
import { readLicenceCode } from '@basics/licensing/licence-code.ts';
import { nodePrimitives, createSignerFromSeed } from '@basics/licensing/node-primitives.ts';
import type { Database } from '#server/database/database.ts';
import { changeSigningKey, insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { createLicenseKey, createSingleLicenseKey, type LicenseKeys } from './license-key.ts';

const postCode = (portal: Portal, who: Person, verificationCode: string, changes: Record<string, unknown> = {}) =>
  portal.call(licenses.issue, { token: who.token, params: { id: who.id }, body: { verificationCode, ...changes } });

async function issueLicense(
  portal: Portal,
  who: Person,
  code: string,
  changes: Record<string, unknown> = {},
): Promise<License> {
  const { status, body } = await postCode(portal, who, code, changes);
  expect({ status, code: readProblemCode(body) }).toEqual({ status: 200, code: null });
  return licenseShape.parse(body);
}

async function previewLicense(portal: Portal, who: Person, code: string, changes: Record<string, unknown> = {}) {
  const { body } = await postCode(portal, who, code, { ...changes, preview: true });
  return licensePreview.parse(body);
}

describe.each(databases)('licences from verification codes (%s)', (kind) => {
  const portal = suitePortal(kind);

  describe('the preview of a licence', () => {
    test('a preview shows the content of the code and the licence that the code would get, and writes nothing', async () => {
      const ada = await addPerson(portal());
      const rowsBefore = await allRows(portal().database);
      const preview = await previewLicense(portal(), ada, createCode(createMachine('DESK'), { at: noon - 90_000 }));
      expect(preview).toEqual({
        machine: { name: 'DESK', relation: 'new', license: 'none' },
        tool: 'basics',
        brand: 'blue',
        version: '1.0.1',
        createdAt: '2026-03-10T11:58:30.000Z',
        clockSkewSeconds: -90,
        offer: {
          expiryDate: '2027-03-10',
          seatsUsed: 0,
          seatsAllowed: 2,
          takesSeat: true,
          movesUsed: 0,
          movesAllowed: 3,
        },
      });
      expect(await allRows(portal().database)).toEqual(rowsBefore);
    });

    test('a preview accepts a code from a clock that is a little ahead, and shows the difference', async () => {
      const ada = await addPerson(portal());
      const preview = await previewLicense(portal(), ada, createCode(createMachine('DESK'), { at: noon + 300_000 }));
      expect(preview.clockSkewSeconds).toBe(300);
      expect(preview.problem).toBeUndefined();
    });

    test('a preview shows the existing licence and its expiry date if the code already has a licence', async () => {
      const ada = await addPerson(portal());
      const code = createCode(createMachine('DESK'));
      const { licenseId, expiryDate } = await issueLicense(portal(), ada, code);
      const preview = await previewLicense(portal(), ada, code);
      expect(preview).toMatchObject({
        existingLicenseId: licenseId,
        offer: { expiryDate },
        machine: { relation: 'known' },
      });
      expect(preview.problem).toBeUndefined();
    });

    test('a preview of a move shows the PC that is replaced', async () => {
      const ada = await addPerson(portal());
      await issueLicense(portal(), ada, createCode(createMachine('OLD')));
      const preview = await previewLicense(portal(), ada, createCode(createMachine('NEW'), { reason: 'moved' }));
      expect(preview.machine).toEqual({ name: 'NEW', relation: 'moved', license: 'none', replaces: 'OLD' });
    });
  });

  test('a preview says which licence the PC has now: none, active, revoked, expired, or that the PC was removed', async () => {
    const ownPortal = await openPortal(await createTestDatabase(kind));
    const admin = await addPerson(ownPortal, { profileId: 1 });
    const ada = await addPerson(ownPortal);
    const params = { id: ada.id };
    let { token } = ada;
    const post = async (changes: Record<string, unknown>, pc = 'DESK') => {
      const verificationCode = createCode(createMachine(pc), { at: ownPortal.now() });
      return (await ownPortal.call(licenses.issue, { token, params, body: { verificationCode, ...changes } })).body;
    };
    const previewMachine = async (pc?: string) => licensePreview.parse(await post({ preview: true }, pc)).machine;
    expect(await previewMachine()).toMatchObject({ relation: 'new', license: 'none' });
    const { licenseId } = licenseShape.parse(await post({}));
    ownPortal.pass(1000);
    expect(await previewMachine()).toMatchObject({ relation: 'known', license: 'active' });
    await ownPortal.call(licenseAdmin.revoke, {
      token: admin.token,
      params: { ...params, licenseId },
      body: { reason: 'stolen' },
    });
    expect(await previewMachine()).toMatchObject({ relation: 'known', license: 'revoked' });
    await post({}, 'OTHER');
    const machines = await ownPortal.call(licenseAdmin.machines, { token, params });
    const { machineId } = licenseAdmin.machines.reply.parse(machines.body).items[0]?.machines[0] ?? { machineId: 0 };
    await ownPortal.call(licenseAdmin.release, { token, params: { ...params, machineId }, body: {} });
    ownPortal.pass(1000);
    expect(await previewMachine('OTHER')).toMatchObject({ relation: 'new', license: 'removed' });
    await post({}, 'THIRD');
    ownPortal.pass(days(400));
    token = await createSession(ownPortal, ada);
    expect(await previewMachine('THIRD')).toMatchObject({ relation: 'known', license: 'expired' });
  });

  describe('the issue of a licence', () => {
    test('a code gets an active licence for its PC with all fields that the API contract defines (T313)', async () => {
      const ada = await addPerson(portal());
      const code = createCode(createMachine('DESK'));
      expect(await issueLicense(portal(), ada, code)).toEqual({
        licenseId: expect.any(Number),
        userId: ada.id,
        licenseCode: expect.stringMatching(/^BL(-[0-9A-HJKMNP-TV-Z]{6}){32}$/),
        expiryDate: '2027-03-10',
        status: 'Active',
        verificationCode: code,
        machineName: 'DESK',
        version: '1.0.1',
        tool: 'basics',
        brand: 'blue',
        configTools: [],
        issuedAt: '2026-03-10T12:00:00.000Z',
        mail: 'none',
      });
    });

    test('the same code gets the same licence, even if an e-mail client has reformatted the code, and the repeated request writes nothing', async () => {
      const ada = await addPerson(portal());
      const code = createCode(createMachine('DESK'));
      const firstLicense = await issueLicense(portal(), ada, code);
      const rowsBefore = await allRows(portal().database);
      expect(await issueLicense(portal(), ada, code)).toEqual(firstLicense);
      expect(await issueLicense(portal(), ada, `> ${code.toLowerCase().replaceAll('-', ' – ')}\n> `)).toEqual(
        firstLicense,
      );
      expect(await allRows(portal().database)).toEqual(rowsBefore);
    });

    test('the audit entry of an issued licence contains the actor, the action and the owner, but not the code', async () => {
      const [admin, ada] = [await addPerson(portal(), { profileId: 1 }), await addPerson(portal())];
      const { body, headers } = await portal().call(licenses.issue, {
        token: admin.token,
        params: { id: ada.id },
        body: { verificationCode: createCode(createMachine('DESK')) },
      });
      const { licenseId, licenseCode } = licenseShape.parse(body);
      const rows = await selectAuditEntries(portal().database.kysely)
        .selectAll()
        .where('actorId', '=', admin.id)
        .execute();
      const row = rows.find(({ action }) => action === 'license.issue');
      expect(row).toMatchObject({
        at: noon,
        requestId: headers['x-request-id'],
        subjectKind: 'license',
        subjectId: String(licenseId),
      });
      expect(JSON.parse(row?.after ?? '')).toMatchObject({ userId: ada.id, relation: 'new', overrideReason: null });
      expect(JSON.stringify(rows)).not.toContain(licenseCode.slice(3, 20));
    });

    test('a new licence replaces the old licence of its PC and has the same expiry date; the old licence gets the status Replaced', async () => {
      const ada = await addPerson(portal());
      const firstLicense = await issueLicense(portal(), ada, createCode(createMachine('DESK')));
      const secondLicense = await issueLicense(portal(), ada, createCode(createMachine('DESK')));
      expect(secondLicense.licenseId).not.toBe(firstLicense.licenseId);
      expect(secondLicense.expiryDate).toBe(firstLicense.expiryDate);
      const { body } = await portal().call(licenses.list, { token: ada.token, params: { id: ada.id } });
      expect(body).toMatchObject({
        total: 2,
        items: [
          { licenseId: secondLicense.licenseId, status: 'Active' },
          { licenseId: firstLicense.licenseId, status: 'Replaced' },
        ],
      });
    });

    test('a code that was used before gets the licence that was issued for it, with its current status', async () => {
      const ada = await addPerson(portal());
      const code = createCode(createMachine('DESK'));
      const firstLicense = await issueLicense(portal(), ada, code);
      await issueLicense(portal(), ada, createCode(createMachine('DESK')));
      expect(await issueLicense(portal(), ada, code)).toEqual({ ...firstLicense, status: 'Replaced' });
    });

    test('a PC with a new disk keeps its seat, and the parts of its new code are stored', async () => {
      const ada = await addPerson(portal());
      await issueLicense(portal(), ada, createCode(createMachine('DESK')));
      const repairedPc = createMachine('DESK', { 'system-disk': 'second disk' });
      expect((await previewLicense(portal(), ada, createCode(repairedPc))).machine.relation).toBe('changed');
      await issueLicense(portal(), ada, createCode(repairedPc));
      const secondPreview = await previewLicense(portal(), ada, createCode(repairedPc));
      expect(secondPreview).toMatchObject({ machine: { relation: 'known' }, offer: { seatsUsed: 1 } });
    });

    test('a move frees the seat of the old PC, and is counted', async () => {
      const ada = await addPerson(portal());
      const oldLicense = await issueLicense(portal(), ada, createCode(createMachine('OLD')));
      const movedLicense = await issueLicense(portal(), ada, createCode(createMachine('NEW'), { reason: 'moved' }));
      expect(movedLicense.expiryDate).toBe(oldLicense.expiryDate);
      const preview = await previewLicense(portal(), ada, createCode(createMachine('THIRD')));
      expect(preview.offer).toMatchObject({ seatsUsed: 1, movesUsed: 1 });
      const row = await portal()
        .database.kysely.selectFrom('licenses')
        .select(['replacedBy', 'replacedAt'])
        .where('id', '=', oldLicense.licenseId)
        .executeTakeFirst();
      expect({ ...row }).toEqual({ replacedBy: movedLicense.licenseId, replacedAt: noon });
      expect((await previewLicense(portal(), ada, createCode(createMachine('OLD')))).machine.relation).toBe('new');
    });

    test('the licence is for the requested brand if the user has the tool for this brand', async () => {
      const ada = await addPerson(portal(), { grants: [{ brand: 'blue' }, { brand: 'red' }] });
      expect((await issueLicense(portal(), ada, createCode(createMachine('A')))).brand).toBe('blue');
      expect(
        (await issueLicense(portal(), ada, createCode(createMachine('B')), { brand: 'red', tool: 'basics' })).brand,
      ).toBe('red');
    });

    test('a user whose profile has no policy gets a licence for 30 days, like a viewer', async () => {
      const guest = await addPerson(portal(), { profileId: 99 });
      expect((await issueLicense(portal(), guest, createCode(createMachine('DESK')))).expiryDate).toBe('2026-04-09');
    });

    test('a licence never expires after the last day of the grant', async () => {
      const ada = await addPerson(portal(), { grants: [{ brand: 'blue', validTo: '2026-05-01' }] });
      expect((await issueLicense(portal(), ada, createCode(createMachine('DESK')))).expiryDate).toBe('2026-05-01');
    });
  });

  test('a licence is renewed before it expires, and a new licence is issued after it has expired (T314)', async () => {
    const laterPortal = await openPortal(await createTestDatabase(kind));
    const ada = await addPerson(laterPortal);
    const code = createCode(createMachine('DESK'));
    await issueLicense(laterPortal, ada, code);
    const signInOn = async (day: string) => {
      laterPortal.pass(Date.parse(`${day}T12:00:00Z`) - laterPortal.now());
      return { ...ada, token: await laterPortal.signIn(ada.login) };
    };

    const adaTooEarly = await signInOn('2027-02-07');
    expect(
      (await issueLicense(laterPortal, adaTooEarly, createCode(createMachine('DESK'), { at: laterPortal.now() })))
        .expiryDate,
    ).toBe('2027-03-10');
    const adaInRenewalTime = await signInOn('2027-02-09');
    expect(
      (await issueLicense(laterPortal, adaInRenewalTime, createCode(createMachine('DESK'), { at: laterPortal.now() })))
        .expiryDate,
    ).toBe('2028-03-10');
    const adaAfterExpiry = await signInOn('2028-03-11');
    const { body } = await laterPortal.call(licenses.list, { token: adaAfterExpiry.token, params: { id: ada.id } });
    expect(body).toMatchObject({ items: [{ status: 'Expired' }, { status: 'Replaced' }, { status: 'Replaced' }] });
    expect(
      (await issueLicense(laterPortal, adaAfterExpiry, createCode(createMachine('DESK'), { at: laterPortal.now() })))
        .expiryDate,
    ).toBe('2029-03-11');
    expect(
      (await issueLicense(laterPortal, adaAfterExpiry, code)).verificationCode,
      'an old code that was used is not too old',
    ).toBe(code);
    laterPortal.pass(days(1));
    await laterPortal.close();
  });

  test('in the last second of the last day of a grant, no licence is issued', async () => {
    const laterPortal = await openPortal(await createTestDatabase(kind));
    laterPortal.pass(Date.parse('2026-03-31T23:59:58.999Z') - noon);
    const ada = await addPerson(laterPortal, { grants: [{ brand: 'blue', validTo: '2026-03-31' }] });
    expect(
      (await issueLicense(laterPortal, ada, createCode(createMachine('A'), { at: laterPortal.now() }))).expiryDate,
    ).toBe('2026-03-31');
    laterPortal.pass(1);
    expect(
      readProblemCode(
        (await postCode(laterPortal, ada, createCode(createMachine('B'), { at: laterPortal.now() }))).body,
      ),
    ).toBe('NO_TOOL_GRANT');
    await laterPortal.close();
  });
});

const newKey = createLicenseKey(createSignerFromSeed(new Uint8Array(32).fill(9)));

const switchToNewKey = (database: Database) =>
  database.transact(async (trx) => {
    await changeSigningKey(trx, testKey.keyId, { status: 'retired' });
    await insertSigningKey(trx, { ...newKey, at: 1 });
  });

const readKeyId = (code: string): string | null => {
  const readResult = readLicenceCode(code, [testKey.signer.publicKey, newKey.signer.publicKey], nodePrimitives);
  return readResult.ok ? readResult.value.keyId : null;
};

describe.each(defaultDatabases)('the current signing key (%s)', (kind) => {
  test('each licence is signed with the key that is current in the database', async () => {
    const bothKeys: LicenseKeys = async (keyId) => [testKey, newKey].find((key) => key.keyId === keyId) ?? null;
    const portal = await openPortal(await createTestDatabase(kind), { licenseKeys: bothKeys });
    const ada = await addPerson(portal);
    const issue = async (pc: string) => {
      const body = { verificationCode: createCode(createMachine(pc)) };
      return license.parse(
        (await portal.call(licenses.issue, { token: ada.token, params: { id: ada.id }, body })).body,
      );
    };
    const firstLicense = await issue('DESK');
    await switchToNewKey(portal.database);
    const secondLicense = await issue('LAPTOP');
    expect([readKeyId(firstLicense.licenseCode), readKeyId(secondLicense.licenseCode)]).toEqual([
      testKey.keyId,
      newKey.keyId,
    ]);
    await portal.close();
  });

  test('a licence is signed with the new key if the key is switched before the signature', async () => {
    const database = await createTestDatabase(kind);
    let isSwitched = false;
    const slowKeys: LicenseKeys = async (keyId) => {
      if (!isSwitched) {
        isSwitched = true;
        await switchToNewKey(database);
      }
      return [testKey, newKey].find((key) => key.keyId === keyId) ?? null;
    };
    const portal = await openPortal(database, { licenseKeys: slowKeys });
    const ada = await addPerson(portal);
    const body = { verificationCode: createCode(createMachine('DESK')) };
    const issueResponse = await portal.call(licenses.issue, { token: ada.token, params: { id: ada.id }, body });
    expect(readKeyId(license.parse(issueResponse.body).licenseCode)).toBe(newKey.keyId);
    await portal.close();
  });

  test('no licence is issued if the private key is not on this machine, and the preview shows the reason', async () => {
    const portal = await openPortal(await createTestDatabase(kind), { licenseKeys: createSingleLicenseKey(testKey) });
    await switchToNewKey(portal.database);
    const ada = await addPerson(portal);
    const requestOptions = { token: ada.token, params: { id: ada.id } };
    const verificationCode = createCode(createMachine('DESK'));
    expect(await portal.call(licenses.issue, { ...requestOptions, body: { verificationCode } })).toMatchObject({
      status: 503,
      body: { code: 'CANNOT_ISSUE' },
    });
    expect(
      await portal.call(licenses.issue, { ...requestOptions, body: { verificationCode, preview: true } }),
    ).toMatchObject({
      status: 200,
      body: { problem: { code: 'CANNOT_ISSUE' } },
    });
    await portal.close();
  });
});
