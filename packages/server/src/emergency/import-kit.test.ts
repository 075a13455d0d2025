import { graceDaysOfCode } from '@basics/licensing/licence.ts';
import { createSignerFromPem, nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { sql } from 'kysely';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createLicenseKey } from '#server/features/licenses/license-key.ts';
import { writeLicense } from '#server/features/licenses/issue/write-license.ts';
import { clockSkewMs, days } from '#server/platform/clock/clock.ts';
import { createLicencePem } from '#server/platform/security/key-files.ts';
import { databases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { noon } from '#server/testing/portal.ts';
import { createStoppedPortal } from '#server/testing/processes/stopped-portal.ts';
import { computeExpiry, issueFromKit } from './issue-from-kit.ts';
import { createKit, openKit, sealKit, type Kit, type KitEntry } from './kit.ts';

const passphrase = 'correct horse battery';
const now = noon + days(1);

/** Prepares a stopped portal with a kit for `licences` licences, and a function that imports a kit. */
async function prepareKitOnPortal({ kind = 'SQLite', licences = 2 }: { kind?: DatabaseKind; licences?: number } = {}) {
  const { folder, run, database } = await createStoppedPortal(kind);
  const limits = ['--licences', `${licences}`, '--until', '2026-06-30', '--passphrase-file', '-'];
  const createRun = await run(['kit', 'create', 'a.kit', ...limits], { clock: () => noon, input: passphrase });
  expect(createRun, createRun.error).toMatchObject({ code: 0 });
  const kit = openKit(await readFile(join(folder, 'a.kit'), 'utf8'), passphrase);
  const importChangedKit = async (kitToImport: Kit, ...otherArguments: string[]) => {
    await writeFile(join(folder, 'b.kit'), sealKit(kitToImport, passphrase));
    const args = ['kit', 'import', 'b.kit', '--by', 'root@portal.example', '--passphrase-file', '-'];
    return run([...args, ...otherArguments], { clock: () => now, input: passphrase });
  };
  return { folder, run, database, kit, importIt: importChangedKit };
}

const login = 'cad@customer.example';
const deskCode = createCode(createMachine('DESK'));

const issue = (kit: Kit, { code = deskCode, id = 1, at = now }: { code?: string; id?: number; at?: number } = {}) =>
  issueFromKit(kit, {
    code,
    login,
    by: 'Nora',
    brand: null,
    now: at,
    randomBytes: (bytes) => new Uint8Array(bytes).fill(id),
  });

test('an emergency kit that was signed with the key of another kit is refused, and its key is not published (T247)', async () => {
  const { kit, importIt: importChangedKit, database } = await prepareKitOnPortal();
  const pem = createLicencePem();
  const { keyId, publicKey } = createLicenseKey(createSignerFromPem(pem));
  const forgedManifest = { ...kit.manifest, kit: 'f'.repeat(16), keyId, publicKey };
  const forgedKit = createKit(forgedManifest, pem, createLicenseKey(createSignerFromPem(kit.key)));
  expect(await importChangedKit(issue(forgedKit).kit)).toMatchObject({
    code: 1,
    error: expect.stringContaining('No valid licence key of this portal has signed this kit'),
  });
  const keys = await database.kysely.selectFrom('signingKeys').select('keyId').execute();
  expect(keys).not.toContainEqual({ keyId });
});

/** Issues an entry from a kit whose grants and tools differ from the manifest that the portal has signed. */
function issueFromChangedManifest(kit: Kit, changedFields: { grant?: object; tool?: object }): KitEntry {
  const { grants, tools } = kit.manifest;
  const manifest = {
    ...kit.manifest,
    grants: grants.map((grant) => ({ ...grant, ...changedFields.grant })),
    tools: tools.map((tool) => ({ ...tool, ...changedFields.tool })),
  };
  return issue({ ...kit, manifest }).entry;
}

/** Signs a licence for `deskCode` with the given changes. */
function signLicense(kit: Kit, changedFields: Partial<Parameters<typeof writeLicense>[0]>) {
  const [grant] = kit.manifest.grants;
  const reading = readVerificationCode(deskCode, nodePrimitives);
  const tool = kit.manifest.tools.find(({ id }) => id === grant?.tool);
  if (!grant || !tool || !reading.ok) throw new Error('the kit has no grant for this code');
  const request = reading.value;
  return writeLicense(
    {
      uid: '01'.repeat(8),
      userName: `${grant.name} <${grant.login}>`,
      brand: grant.brand,
      tool,
      request,
      anchor: request.claims.fingerprint,
      entitlements: { bits: grant.bits, names: grant.configTools },
      preferences: grant.preferences,
      isTrial: false,
      issuedAt: now,
      expiresAt: computeExpiry(kit.manifest, grant, now),
      graceDays: graceDaysOfCode,
      seq: 1,
      deny: [],
      audit: null,
      ...changedFields,
    },
    createLicenseKey(createSignerFromPem(kit.key)),
  );
}

const notAllowedReason = 'the kit was not allowed to issue it';
const forgeries: [string, string, (kit: Kit) => Partial<KitEntry>][] = [
  ['more days of grace', notAllowedReason, (kit) => ({ licenceFile: signLicense(kit, { graceDays: 90 }).file })],
  [
    'another PC in its file',
    notAllowedReason,
    (kit) => ({ licenceFile: signLicense(kit, { anchor: readOtherFingerprint() }).file }),
  ],
  [
    'another PC in its code',
    notAllowedReason,
    (kit) => ({ licenceCode: signLicense(kit, { anchor: readOtherFingerprint() }).code }),
  ],
  ['add-ons', notAllowedReason, (kit) => issueFromChangedManifest(kit, { grant: { bits: 3 } })],
  [
    'add-ons in its code alone',
    notAllowedReason,
    (kit) => pickCode(issueFromChangedManifest(kit, { grant: { bits: 3 } })),
  ],
  ['the names of add-ons', notAllowedReason, (kit) => issueFromChangedManifest(kit, { grant: { configTools: ['x'] } })],
  ['a newer version of the tool', notAllowedReason, (kit) => issueFromChangedManifest(kit, { tool: { maxMajor: 9 } })],
  [
    'the code of another brand',
    notAllowedReason,
    (kit) => issueFromChangedManifest(kit, { grant: { brand: { ...readBlueBrand(kit), code: 5 } } }),
  ],
  ['a date in the future', 'it is dated in the future', (kit) => issue(kit, { at: now + clockSkewMs + 1 }).entry],
];
const readBlueBrand = (kit: Kit) => kit.manifest.grants[0]?.brand;
const pickCode = ({ licenceCode }: KitEntry) => ({ licenceCode });
function readOtherFingerprint(): Uint8Array {
  const reading = readVerificationCode(createCode(createMachine('OTHER')), nodePrimitives);
  if (!reading.ok) throw new Error('the code of the other PC cannot be read');
  return reading.value.claims.fingerprint;
}

test('an import refuses each licence that the emergency kit was not permitted to issue, and accepts a permitted licence (T248)', async () => {
  const { kit, importIt: importChangedKit, database } = await prepareKitOnPortal({ licences: 20 });
  const { entry } = issue(kit);
  const forgedEntries = forgeries.map(([, , forge]) => ({ ...entry, ...forge(kit) }));
  const { code, file } = signLicense(kit, {});
  const genuineEntry = { ...entry, licenceCode: code, licenceFile: file };
  const { out } = await importChangedKit({ ...kit, entries: [...forgedEntries, genuineEntry] }, '--json');
  const { results } = z.object({ results: z.array(z.unknown()) }).parse(JSON.parse(out));
  const resultsByName = [...forgeries.map(([name]) => name), 'nothing'].map((name, index) => [name, results[index]]);
  expect(resultsByName).toEqual([
    ...forgeries.map(([name, why]) => [name, { login, is: 'refused', why }]),
    ['nothing', { login, is: 'imported' }],
  ]);
  expect(await database.kysely.selectFrom('licenses').select('licenceCode').execute()).toEqual([{ licenceCode: code }]);
});

test('an import accepts a licence from a machine whose clock is as far behind as the emergency kit permits', async () => {
  const { kit, importIt: importChangedKit } = await prepareKitOnPortal();
  expect(await importChangedKit(issue(kit, { at: noon - clockSkewMs }).kit)).toMatchObject({ code: 0 });
});

test.each(databases)(
  'a licence of an emergency kit does not replace a licence of the same PC that expires later (%s)',
  async (kind) => {
    const { kit, importIt: importChangedKit, database } = await prepareKitOnPortal({ kind });
    const [long, short] = [deskCode, createCode(createMachine('DESK'))];
    expect((await importChangedKit(issue(kit, { code: long, at: now }).kit)).code).toBe(0);
    const { id } = await database.kysely.selectFrom('licenses').select('id').executeTakeFirstOrThrow();
    expect((await importChangedKit(issue(kit, { code: short, id: 2, at: now - days(1) }).kit)).code).toBe(0);
    const licences = database.kysely.selectFrom('licenses').select(['replacedBy', 'replacedAt']).orderBy('id');
    expect(await licences.execute()).toEqual([
      { replacedBy: null, replacedAt: null },
      { replacedBy: id, replacedAt: now },
    ]);
  },
);

test.each(databases)(
  'from all copies of an emergency kit together, only the permitted number of licences can be imported (%s) (T249)',
  async (kind) => {
    const { kit, importIt: importChangedKit, database } = await prepareKitOnPortal({ kind, licences: 1 });
    expect((await importChangedKit(issue(kit).kit)).code).toBe(0);
    const laterKit = issue(kit, { code: createCode(createMachine('LAPTOP')), id: 2 }).kit;
    const result = await importChangedKit(laterKit);
    expect(result.code).toBe(1);
    expect(result.out + result.error).toContain('the kit has issued more than it may');
    expect(await database.kysely.selectFrom('licenses').select('id').execute()).toHaveLength(1);
  },
);

/** Imports a licence for a PC that is then reported lost, and returns a kit with another licence for this PC. */
async function prepareLostPc() {
  const { kit, importIt: importChangedKit, database } = await prepareKitOnPortal();
  expect((await importChangedKit(issue(kit).kit)).code).toBe(0);
  const { id: machineId } = await database.kysely.selectFrom('machines').select('id').executeTakeFirstOrThrow();
  await database.kysely.insertInto('lostMachines').values({ machineId, reportedAt: now, reason: 'Stolen' }).execute();
  const { kit: usedKit } = issue(kit, { code: createCode(createMachine('DESK')), id: 2 });
  const listLetters = () => database.kysely.selectFrom('outbox').select(['kind', 'toAddress']).execute();
  return { usedKit, importIt: importChangedKit, database, listLetters };
}

test('an import notifies staff of a PC that was reported lost', async () => {
  const { usedKit, importIt: importUsedKit, listLetters } = await prepareLostPc();
  expect((await importUsedKit(usedKit)).code).toBe(0);
  expect(await listLetters()).toEqual([{ kind: 'lostPcSeen', toAddress: 'root@portal.example' }]);
});

test('if staff cannot be notified of a lost PC, the import stores the licence, and the next import notifies staff', async () => {
  const { usedKit, importIt: importUsedKit, database, listLetters } = await prepareLostPc();
  const { kysely } = database;
  await sql`create trigger refuse_letters before insert on outbox begin select raise(abort, 'no letters'); end`.execute(
    kysely,
  );
  const result = await importUsedKit(usedKit);
  expect(result.code).toBe(1);
  expect(result.out + result.error).toContain(`Staff were not notified of a lost PC of ${login}: no letters`);
  expect(await kysely.selectFrom('emergencyKits').select('imported').execute()).toEqual([{ imported: 1 }]);
  await sql`drop trigger refuse_letters`.execute(kysely);
  expect((await importUsedKit(usedKit)).code).toBe(0);
  expect(await listLetters()).toEqual([{ kind: 'lostPcSeen', toAddress: 'root@portal.example' }]);
});

test('if two copies of an emergency kit issued a licence for the same code, the second import names both licences', async () => {
  const { kit, importIt: importChangedKit } = await prepareKitOnPortal();
  expect((await importChangedKit(issue(kit, { id: 1 }).kit)).code).toBe(0);
  const result = await importChangedKit(issue(kit, { id: 2 }).kit);
  expect(result.code).toBe(1);
  expect(result.out + result.error).toContain(
    `the portal has the licence ${'01'.repeat(8)} of ${login} for the same code, and the kit issued ${'02'.repeat(8)}`,
  );
});
