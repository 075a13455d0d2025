import { hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { readLicenceFile } from '@basics/licensing/licence-file.ts';
import { createSignerFromPem, nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { expect, test } from 'vitest';
import { createLicenseKey } from '#server/features/licenses/license-key.ts';
import { days, hours, expiryMarginMs } from '#server/platform/clock/clock.ts';
import { createLicencePem } from '#server/platform/security/key-files.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { noon, testKey } from '#server/testing/portal.ts';
import { issueFromKit } from './issue-from-kit.ts';
import { createKit, type Kit, type GrantInKit } from './kit.ts';

const [blue, red] = [
  { id: 'blue', name: 'Basics Blue', code: 0 },
  { id: 'red', name: 'Basics Red', code: 1 },
];
const createGrant = (login: string, brand = blue, validTo: string | null = null): GrantInKit => ({
  login,
  name: 'Ada Lovelace',
  tool: 'basics',
  brand,
  configTools: [],
  bits: 0,
  validTo,
  preferences: {},
});

const pem = createLicencePem();
const { keyId, publicKey } = createLicenseKey(createSignerFromPem(pem));
const kit = createKit(
  {
    kit: '0123456789abcdef',
    keyId,
    publicKey,
    createdAt: noon,
    until: noon + days(60),
    licences: 2,
    days: 14,
    tools: [{ id: 'basics', name: 'Basics', code: 7, maxMajor: 255 }],
    grants: [createGrant('a@x.example'), createGrant('b@x.example'), createGrant('b@x.example', red)],
  },
  pem,
  testKey,
);

const deskCode = createCode(createMachine('DESK'));
const issue = (kitToUse: Kit, inputFields: Partial<Parameters<typeof issueFromKit>[1]> = {}) =>
  issueFromKit(kitToUse, {
    code: deskCode,
    login: 'a@x.example',
    by: 'Nora',
    brand: null,
    now: noon + days(1),
    randomBytes: (bytes) => new Uint8Array(bytes),
    ...inputFields,
  });

test('the same code gets the same licence and counts once, and the emergency kit issues at most the permitted number of licences (T250)', () => {
  const firstLicense = issue(kit);
  expect(firstLicense.remainingCount).toBe(1);
  const repeatedLicense = issue(firstLicense.kit, { now: noon + days(2) });
  expect(repeatedLicense).toEqual({ ...firstLicense, kit: firstLicense.kit });
  const secondLicense = issue(firstLicense.kit, {
    code: createCode(createMachine('LAPTOP')),
    login: 'B@X.example',
    brand: 'red',
  });
  expect([secondLicense.remainingCount, secondLicense.entry.brand]).toEqual([0, 'red']);
  expect(() => issue(secondLicense.kit, { code: createCode(createMachine('THIRD')) })).toThrow('all of its 2 licences');
  expect(issue(secondLicense.kit).entry).toEqual(firstLicense.entry);
  expect(() => issue(firstLicense.kit, { login: 'b@x.example' })).toThrow('This code has a licence of a@x.example');
});

test.each([
  [{ now: noon + days(61) }, 'issues nothing after'],
  [{ now: noon - hours(1) }, 'The clock of this machine is wrong'],
  [{ code: 'BV-0000' }, 'no verification code'],
  [{ code: createCode(createMachine('DESK'), { toolId: 9 }) }, 'a tool that the kit does not have'],
  [{ code: createCode({ name: 'NOFACTS', facts: { 'machine-id': 'M-1' } }) }, '1 of at least 2 hardware values'],
  [{ login: 'c@x.example' }, 'The kit has no customer c@x.example'],
  [{ brand: 'red' }, 'may not use this tool of the brand red'],
  [{ login: 'b@x.example' }, 'Name the brand with --brand: blue or red'],
])('an emergency kit refuses the input %o with: %s', (inputFields, reason) => {
  expect(() => issue(kit, inputFields)).toThrow(reason);
});

test('a licence from an emergency kit expires on the day when the tool of its owner expires', () => {
  const manifest = { ...kit.manifest, grants: [createGrant('a@x.example', blue, '2026-03-12')] };
  const { entry } = issue({ ...kit, manifest });
  const verifiedFile = readLicenceFile(entry.licenceFile, [hexToBytes(publicKey)], nodePrimitives);
  expect(verifiedFile).toMatchObject({
    ok: true,
    value: { payload: { exp: (Date.parse('2026-03-12T23:59:59Z') + expiryMarginMs) / 1000 } },
  });
  const manifestWithEndedGrant = { ...kit.manifest, grants: [createGrant('a@x.example', blue, '2026-03-10')] };
  expect(() => issue({ ...kit, manifest: manifestWithEndedGrant })).toThrow('may use Basics no longer');
});
