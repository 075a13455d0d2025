import { license as licenseShape, licenses, type License } from '@basics/contract/licenses/licenses.ts';
import { printCode } from '@basics/licensing/text/text-form.ts';
import { readLicenceCode } from '@basics/licensing/licence-code.ts';
import { readLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives, publicKeyToPem } from '@basics/licensing/node-primitives.ts';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { testKey, type Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

async function issueLicense(portal: Portal, who: Person, name = 'DESK'): Promise<License> {
  const { body } = await portal.call(licenses.issue, {
    token: who.token,
    params: { id: who.id },
    body: { verificationCode: createCode(createMachine(name)) },
  });
  return licenseShape.parse(body);
}

const download = (portal: Portal, who: Person, licenseId: number, ownerId = who.id) =>
  portal.call(licenses.download, { token: who.token, params: { id: ownerId, licenseId } });

/** The test runs the commands of docs/licence-format.md. */
const verifyCommands = `
s=$(tr -d ' \\r\\n-' < code.txt | tr a-z A-Z | cut -c3- | tr OIL 011)
printf %s "$s" | tr '0123456789ABCDEFGHJKMNPQRSTVWXYZ' 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567' | base32 -d > lc.bin
{ printf 'basics-licence-code-v1\\n'; head -c 53 lc.bin; } > lc.msg
dd if=lc.bin of=lc.sig bs=1 skip=53 count=64 status=none
openssl pkeyutl -verify -pubin -inkey pub.pem -rawin -in lc.msg -sigfile lc.sig
tr -d '\\r' < x.lic | head -n 3 > m; tr -d '\\r' < x.lic | sed -n '4s/^signature: //p' | base64 -d > s
openssl pkeyutl -verify -pubin -inkey pub.pem -rawin -in m -sigfile s
`;

async function verifyWithOpenssl(code: string, file: Uint8Array, publicKey: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'basics-download-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'code.txt'), printCode(code));
  await writeFile(join(folder, 'x.lic'), file);
  await writeFile(join(folder, 'pub.pem'), publicKeyToPem(Buffer.from(publicKey, 'hex')));
  return spawnSync('bash', ['-c', verifyCommands], { cwd: folder, encoding: 'utf8' }).stdout;
}

describe.each(defaultDatabases)('the download of a licence (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('a licence is downloaded as a file with the brand, the PC and the end date in its name (T304)', async () => {
    const ada = await addPerson(portal());
    const { licenseId } = await issueLicense(portal(), ada, 'DESKTOP-4F7K2QX');
    const { status, headers, bytes } = await download(portal(), ada, licenseId);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.basics.licence',
      'content-disposition':
        'attachment; filename="Basics_blue_DESKTOP-4F7K2QX_2027-03-10.lic"; filename*=UTF-8\'\'Basics_blue_DESKTOP-4F7K2QX_2027-03-10.lic',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-length': String(bytes.length),
    });
  });

  test('a second download of a licence gives the same bytes', async () => {
    const ada = await addPerson(portal());
    const { licenseId } = await issueLicense(portal(), ada);
    const [first, second] = [await download(portal(), ada, licenseId), await download(portal(), ada, licenseId)];
    expect(first.bytes.equals(second.bytes)).toBe(true);
    expect(first.bytes.toString()).toMatch(
      /^BASICS LICENCE FILE v1\nkey: [0-9a-f]{16}\npayload: \S+\nsignature: \S+\n$/,
    );
  });

  test('the licence code and the licence file have the same content, and the readers of the tool accept both', async () => {
    const ada = await addPerson(portal(), { grants: [{ brand: 'red', configTools: ['configRail'] }], brandId: 'red' });
    await portal()
      .database.kysely.updateTable('users')
      .set({ preferences: '{"temperature":"C"}' })
      .where('id', '=', ada.id)
      .execute();
    const { licenseId, licenseCode } = await issueLicense(portal(), ada);
    const { bytes } = await download(portal(), ada, licenseId);
    const keys = [testKey.signer.publicKey];
    const code = readLicenceCode(licenseCode, keys, nodePrimitives);
    const file = readLicenceFile(bytes.toString(), keys, nodePrimitives);
    if (!code.ok || !file.ok) throw new Error('the code or the file cannot be read');
    const { terms } = code.value;
    const { payload } = file.value;
    expect(terms).toMatchObject({ toolId: 7, maxMajor: 255, brand: 1, trial: false, entitlements: 1 });
    expect(payload).toMatchObject({
      v: 1,
      user: `Test ${ada.login.split('@')[0]} <${ada.login}>`,
      brand: 'red',
      tool: { id: 7, name: 'Basics', maxMajor: 255 },
      machine: { scheme: 1, name: 'DESK' },
      ent: { bits: 1, names: ['configRail'] },
      prefs: { temperature: 'C' },
      graceDays: 14,
      seq: 1,
    });
    expect(payload.lid).toBe(Buffer.from(terms.licenceId).toString('hex'));
    expect(payload.machine.fp).toBe(Buffer.from(terms.fingerprint).toString('hex'));
    expect(payload.vc.slice(0, 16)).toBe(Buffer.from(terms.requestHash).toString('hex'));
    expect([payload.iat, payload.nbf, payload.exp]).toEqual([terms.issuedAt, terms.issuedAt, terms.expiresAt]);
    expect(new Date(payload.exp * 1000).toISOString()).toBe('2027-03-11T12:00:00.000Z');
  });

  test('the licence of a viewer is marked as a trial', async () => {
    const guest = await addPerson(portal(), { profileId: 99 });
    const { licenseCode } = await issueLicense(portal(), guest);
    const code = readLicenceCode(licenseCode, [testKey.signer.publicKey], nodePrimitives);
    expect(code.ok && code.value.terms.trial).toBe(true);
  });

  test('each new licence of a PC has the next sequence number, so that the tool keeps the newest licence', async () => {
    const ada = await addPerson(portal());
    const sequenceNumbers: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { licenseId } = await issueLicense(portal(), ada);
      const { bytes } = await download(portal(), ada, licenseId);
      const file = readLicenceFile(bytes.toString(), [testKey.signer.publicKey], nodePrimitives);
      if (file.ok) sequenceNumbers.push(file.value.payload.seq);
    }
    expect(sequenceNumbers).toEqual([1, 2, 3]);
  });

  test('the licence code and the licence file can be verified with openssl and the published key alone', async () => {
    const ada = await addPerson(portal());
    const { licenseId, licenseCode } = await issueLicense(portal(), ada);
    const { bytes } = await download(portal(), ada, licenseId);
    const keysResponse = await portal().http.inject('/.well-known/basics-licence-keys');
    const [key] = keysResponse.json().keys;
    expect(key).toMatchObject({ kid: testKey.keyId, status: 'current' });
    expect(await verifyWithOpenssl(licenseCode, bytes, key.publicKey)).toBe(
      'Signature Verified Successfully\n'.repeat(2),
    );
    const [flippedCode, flippedFile] = [
      licenseCode.replace(/(?<=^BL-.{6}-)./, (character) => (character === '0' ? '1' : '0')),
      bytes.map((byte, at) => (at === 60 ? byte ^ 1 : byte)),
    ];
    expect(await verifyWithOpenssl(flippedCode, flippedFile, key.publicKey)).toBe(
      'Signature Verification Failure\n'.repeat(2),
    );
  });

  test.each([
    ['../../etc/passwd', 'etc-passwd'],
    ['a/b\\c', 'a-b-c'],
    ['a"; filename="x.exe', 'a-filename-x.exe'],
    ['', 'PC'],
    ['...', 'PC'],
    ['-.-', 'PC'],
    ['CON', 'CON'],
    ['‮fdp.exe', 'fdp.exe'],
    ['x‮cil.exe', 'xcil.exe'],
    ['Büro 2', 'Büro-2'],
    ['机器', '机器'],
    ['מחשב', 'מחשב'],
    ['a;b%0d%0aSet-Cookie:x', 'a-b-0d-0aSet-Cookie-x'],
    ['<script>', 'script-'],
    ['a\u2028b', 'ab'],
    ["it's", 'it-s'],
    ['=cmd()', 'cmd-'],
    ['W'.repeat(32), 'W'.repeat(32)],
  ])('the PC name %j is written as %j in the file name (T305)', async (name, expectedName) => {
    const ada = await addPerson(portal());
    const { licenseId } = await issueLicense(portal(), ada, name);
    const { headers } = await download(portal(), ada, licenseId);
    const header = String(headers['content-disposition']);
    const file = `Basics_blue_${expectedName}_2027-03-10.lic`;
    expect(header).toBe(
      `attachment; filename="${file.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(file)}`,
    );
    expect(header, 'one line of ASCII with one name').toMatch(
      /^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/,
    );
  });

  test.each([
    ['line ends', 'a\r\nb'],
    ['300 characters', 'x'.repeat(300)],
  ])('a PC name with %s, which no tool writes, gives a safe file name (T302)', async (_, name) => {
    const ada = await addPerson(portal());
    const { licenseId } = await issueLicense(portal(), ada);
    await portal().database.kysely.updateTable('machines').set({ name }).where('userId', '=', ada.id).execute();
    const { status, headers } = await download(portal(), ada, licenseId);
    expect(status).toBe(200);
    const header = String(headers['content-disposition']);
    expect(header).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w.%-]+$/);
    expect(header.length).toBeLessThan(300);
  });

  test('a download is in the audit log with the actor and the licence', async () => {
    const ada = await addPerson(portal());
    const { licenseId } = await issueLicense(portal(), ada);
    const { headers } = await download(portal(), ada, licenseId);
    const row = await selectAuditEntries(portal().database.kysely)
      .select(['actorId', 'requestId', 'subjectId', 'after'])
      .where('action', '=', 'license.download')
      .where('actorId', '=', ada.id)
      .executeTakeFirst();
    expect({ ...row }).toEqual({
      actorId: ada.id,
      requestId: headers['x-request-id'],
      subjectId: String(licenseId),
      after: null,
    });
  });

  test('the download of an unknown licence is refused as not found', async () => {
    const ada = await addPerson(portal());
    expect(await download(portal(), ada, 2_000_000_000)).toMatchObject({
      status: 404,
      body: { code: 'RESULTS_NOT_FOUND' },
    });
  });

  test('a call with the id of another user does not find the licence, not even for an administrator (T303)', async () => {
    const [admin, ada, bob] = [
      await addPerson(portal(), { profileId: 1 }),
      await addPerson(portal()),
      await addPerson(portal()),
    ];
    const { licenseId } = await issueLicense(portal(), ada);
    expect(await download(portal(), bob, licenseId)).toMatchObject({
      status: 404,
      body: { code: 'RESULTS_NOT_FOUND' },
    });
    expect(await download(portal(), bob, licenseId, ada.id)).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    });
    expect(await download(portal(), admin, licenseId, bob.id)).toMatchObject({
      status: 404,
      body: { code: 'RESULTS_NOT_FOUND' },
    });
    expect(await download(portal(), admin, licenseId, ada.id)).toMatchObject({ status: 200 });
  });
});
