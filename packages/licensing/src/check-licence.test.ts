import { describe, expect, test } from 'vitest';
import { hexToBytes } from './encoding/bytes.ts';
import { checkLicence, clockToleranceSeconds, type CheckContext, type VerdictCode } from './check-licence.ts';
import { anyMajor, neverExpires } from './licence-code.ts';
import { readLicence, type Licence } from './licence.ts';
import { writeLicenceFile } from './licence-file.ts';
import { nodePrimitives } from './node-primitives.ts';
import { samplePayload, testSigner, sampleCodes } from './testing/samples.ts';

const day = 86_400;
const { iat, exp } = samplePayload;

function readOrThrow(text: string): Licence {
  const reading = readLicence(text, [testSigner.publicKey], nodePrimitives);
  if (!reading.ok) throw new Error(reading.refusal.code);
  return reading.value;
}

const licenceFromFile = readOrThrow(writeLicenceFile(samplePayload, testSigner, nodePrimitives));
const licenceFromCode = readOrThrow(sampleCodes.licenceCode);

const baseContext: CheckContext = {
  now: iat + day,
  fingerprint: licenceFromFile.machine.fingerprint,
  toolId: 7,
  toolVersion: { major: 1, minor: 0, patch: 1 },
  highWaterMark: 0,
  deniedIds: [],
  revokedLicenceIds: [],
};

const contextChanges: [fact: string, change: Partial<CheckContext>, code: VerdictCode][] = [
  ['on its PC within its dates', {}, 'VALID'],
  ['one second before it expires', { now: exp - 1 }, 'VALID'],
  ['at its end', { now: exp }, 'IN_GRACE'],
  ['in the last second of its grace period', { now: exp + 14 * day - 1 }, 'IN_GRACE'],
  ['after its grace', { now: exp + 14 * day }, 'EXPIRED'],
  ['on a PC whose clock is 48 hours before its start', { now: iat - clockToleranceSeconds }, 'VALID'],
  [
    'on a PC whose clock is more than 48 hours before its start',
    { now: iat - clockToleranceSeconds - 1 },
    'NOT_YET_VALID',
  ],
  ['with the clock set back by 48 hours', { highWaterMark: iat + day + clockToleranceSeconds }, 'VALID'],
  [
    'with the clock set back by more than 48 hours',
    { highWaterMark: iat + day + clockToleranceSeconds + 1 },
    'CLOCK_TURNED_BACK',
  ],
  ['with the clock set back from after its expiry to before it', { now: exp - day, highWaterMark: exp }, 'IN_GRACE'],
  ['for another tool', { toolId: 8 }, 'OTHER_TOOL'],
  ['for an older tool', { toolVersion: { major: 2, minor: 0, patch: 0 } }, 'TOOL_TOO_NEW'],
  ['on another PC', { fingerprint: new Uint8Array(16).fill(9) }, 'OTHER_MACHINE'],
  ['on the same PC with a new network card', { fingerprint: removeCard('99999999') }, 'VALID'],
  ['on the same PC without its network card', { fingerprint: removeCard('00000000') }, 'VALID'],
  ['revoked by a later licence', { deniedIds: ['a1a2a3a4a5a6a7a8'] }, 'DENIED'],
  ['on the revocation list', { revokedLicenceIds: ['0011223344556677', 'a1a2a3a4a5a6a7a8'] }, 'REVOKED'],
  [
    'on another PC and after its expiry',
    { fingerprint: new Uint8Array(16).fill(9), now: exp + 99 * day },
    'OTHER_MACHINE',
  ],
];

describe.each([
  ['file', licenceFromFile],
  ['code', licenceFromCode],
])('a licence from a %s', (_, licence) => {
  test.each(contextChanges)('a licence %s has the expected verdict', (__, change, code) => {
    const verdict = checkLicence(licence, { ...baseContext, ...change });
    expect(verdict.code).toBe(code);
    expect(verdict.allowed).toBe(code === 'VALID' || code === 'IN_GRACE');
  });

  test('the verdict contains the expiry time of the licence and the number of days left', () => {
    expect(checkLicence(licence, { ...baseContext, now: exp - 2 * day })).toMatchObject({
      machine: 'same',
      expiresAt: exp,
      graceEndsAt: exp + 14 * day,
      daysLeft: 1,
    });
    expect(checkLicence(licence, { ...baseContext, now: exp + 2 * day }).daysLeft).toBe(-3);
  });

  test.each(['2027-11-18T23:59:59Z', '2027-11-19T12:00:00Z'])(
    'the verdict on a licence that expires at %s contains the days until its last day',
    (end) => {
      const daysLeftAt = (now: string): number | undefined =>
        checkLicence({ ...licence, expiresAt: toSeconds(end) }, { ...baseContext, now: toSeconds(now) }).daysLeft;
      expect(daysLeftAt('2026-11-18T00:00:00Z')).toBe(365);
      expect(daysLeftAt('2026-11-18T23:59:59Z')).toBe(365);
      expect(daysLeftAt('2027-11-17T23:59:59Z')).toBe(1);
      expect(daysLeftAt('2027-11-18T00:00:00Z')).toBe(0);
      expect(daysLeftAt('2027-11-18T23:59:59Z')).toBe(0);
      expect(daysLeftAt('2027-11-19T00:00:00Z')).toBe(-1);
    },
  );

  test('the verdict on a licence that never expires contains no expiry time', () => {
    const verdict = checkLicence({ ...licence, expiresAt: neverExpires }, { ...baseContext, now: neverExpires - 1 });
    expect(verdict).toMatchObject({ code: 'VALID', expiresAt: undefined, graceEndsAt: undefined, daysLeft: undefined });
  });

  test('a licence without a maximum version allows every version', () => {
    const unlimitedLicence = { ...licence, tool: { ...licence.tool, maxMajor: anyMajor } };
    const toolVersion = { major: 255, minor: 0, patch: 0 };
    expect(checkLicence(unlimitedLicence, { ...baseContext, toolVersion }).code).toBe('VALID');
  });

  test('the verdict says when parts of the PC have changed', () => {
    expect(checkLicence(licence, { ...baseContext, fingerprint: removeCard('99999999') }).machine).toBe('changed');
  });
});

describe('a licence code compared with the licence file of the same licence', () => {
  test('the licence code and the licence file of a licence have equal values in all fields that both contain', () => {
    const { licenceId, keyId, issuedAt, notBefore, expiresAt, graceDays, trial } = licenceFromFile;
    expect(licenceFromCode).toMatchObject({ licenceId, keyId, issuedAt, notBefore, expiresAt, graceDays, trial });
    expect(licenceFromCode.machine.fingerprint).toEqual(licenceFromFile.machine.fingerprint);
    expect(licenceFromCode.entitlements.bits).toBe(licenceFromFile.entitlements.bits);
  });

  test('a licence code and a licence file are recognised by their content', () => {
    expect([licenceFromCode.carrier, licenceFromFile.carrier]).toEqual(['code', 'file']);
    expect(readLicence('hello', [], nodePrimitives)).toMatchObject({ refusal: { code: 'NOT_A_CODE' } });
    expect(readLicence('BASICS LICENCE FILE v1\nkey', [], nodePrimitives)).toMatchObject({
      refusal: { code: 'FILE_INCOMPLETE' },
    });
  });
});

const toSeconds = (moment: string): number => Date.parse(moment) / 1000;

function removeCard(card: string): Uint8Array {
  const fingerprint = licenceFromFile.machine.fingerprint.slice();
  fingerprint.set(hexToBytes(card), 12);
  return fingerprint;
}
