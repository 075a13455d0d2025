import { license, licenses } from '@basics/contract/licenses/licenses.ts';
import { readLicenceCode } from '@basics/licensing/licence-code.ts';
import { nodePrimitives, createSignerFromSeed } from '@basics/licensing/node-primitives.ts';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { changeSigningKey, insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { openPortal, testKey } from '#server/testing/portal.ts';
import { createLicenseKey, createSingleLicenseKey } from './license-key.ts';
import type { LicenseKeys } from './license-key.ts';

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

describe.each(databases)('the current signing key (%s)', (kind) => {
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
