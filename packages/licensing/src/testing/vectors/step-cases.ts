import { bytesToHex } from '#licensing/encoding/bytes.ts';
import { createFingerprint } from '#licensing/fingerprint.ts';
import { writeLicenceFile } from '#licensing/licence-file.ts';
import type { LicencePayload } from '#licensing/licence-payload.ts';
import { nodePrimitives } from '#licensing/node-primitives.ts';
import { writeReturnCode } from '#licensing/return-code.ts';
import { writeRevocationList, type RevocationList } from '#licensing/revocation-list.ts';
import { samplePayload, testSigner, unknownSigner, sampleCodes } from '#licensing/testing/samples.ts';
import type { StepsCase, VectorCase } from './vector-case.ts';

const secondsPerDay = 86_400;
const { iat, exp, lid } = samplePayload;
const facts = { 'machine-id': 'M-1', 'board-id': 'B-1', 'system-disk': 'D-1', 'network-card': 'N-1' };
const fp = bytesToHex(createFingerprint(facts, nodePrimitives));
const toolSetting = { keys: [bytesToHex(testSigner.publicKey)], toolId: 7, toolMajor: 1, facts };

const createFile = (change: Partial<LicencePayload> = {}): string =>
  writeLicenceFile(
    { ...samplePayload, machine: { ...samplePayload.machine, fp }, ...change },
    testSigner,
    nodePrimitives,
  );
const createList = (change: Partial<RevocationList>, signer = testSigner): string =>
  writeRevocationList(
    { toolId: 7, seq: 1, issuedAt: iat, nextAt: iat + secondsPerDay, ids: [], keys: [], ...change },
    signer,
    nodePrimitives,
  );

const licenceFile = createFile();
const renewedFile = createFile({
  lid: 'b1b2b3b4b5b6b7b8',
  iat: exp - secondsPerDay,
  nbf: exp - secondsPerDay,
  exp: exp + 365 * secondsPerDay,
  deny: [lid],
});

const createReturnCode = (licenceId: string, returnedAt: number): string =>
  writeReturnCode({ toolId: 7, licenceId, returnedAt }, nodePrimitives);
const unrelatedFile = createFile({ lid: 'c1c2c3c4c5c6c7c8' });
const otherMachine = { ...samplePayload.machine, fp: '8'.repeat(32) };

/** The beginning of the day in UTC on which this number of days is left. */
const dayWithDaysLeft = (days: number): number => (Math.floor((exp - 43_201) / secondsPerDay) - days) * secondsPerDay;
const midnight = Math.floor(exp / secondsPerDay) * secondsPerDay;
const graceEnd = exp + samplePayload.graceDays * secondsPerDay;

type StepRow = [step: StepsCase['steps'][number]['do'], now: number, code: string, text?: string];

const stepsByName: Record<string, StepRow[]> = {
  'without a licence': [['status', iat, 'NO_LICENCE']],
  'from installing to expiry': [
    ['install', iat, 'VALID', licenceFile],
    ['status', iat + 9 * secondsPerDay, 'VALID'],
    ['status', exp, 'IN_GRACE'],
    ['status', exp + 14 * secondsPerDay, 'EXPIRED'],
    ['status', exp + 13 * secondsPerDay, 'EXPIRED'],
    ['status', exp - secondsPerDay, 'CLOCK_TURNED_BACK'],
  ],
  'a refused text changes nothing': [
    ['install', iat, 'VALID', licenceFile],
    ['install', iat, 'NOT_A_CODE', 'hello'],
    ['install', iat, 'OTHER_MACHINE', sampleCodes.licenceCode],
    ['status', iat, 'VALID'],
  ],
  'a clock that is turned back': [
    ['install', iat, 'VALID', licenceFile],
    ['status', iat + 10 * secondsPerDay, 'VALID'],
    ['status', iat + 8 * secondsPerDay, 'VALID'],
    ['status', iat + 8 * secondsPerDay - 1, 'CLOCK_TURNED_BACK'],
    ['status', iat + 9 * secondsPerDay, 'VALID'],
  ],
  'a newer licence denies the one before and sets the record back': [
    ['install', iat, 'VALID', licenceFile],
    ['status', exp + 300 * secondsPerDay, 'EXPIRED'],
    ['install', exp, 'VALID', renewedFile],
    ['status', exp, 'VALID'],
    ['install', exp, 'DENIED', licenceFile],
    ['status', exp, 'VALID'],
  ],
  'a record that is lost within 30 days': [
    ['install', iat, 'VALID', licenceFile],
    ['lose-record', iat, 'DONE'],
    ['status', iat + 30 * secondsPerDay, 'VALID'],
  ],
  'a record that is lost later': [
    ['install', iat, 'VALID', licenceFile],
    ['lose-record', iat, 'DONE'],
    ['status', iat + 31 * secondsPerDay, 'CLOCK_RECORD_LOST'],
    ['install', iat + 31 * secondsPerDay, 'CLOCK_RECORD_LOST', licenceFile],
    ['install', exp, 'VALID', renewedFile],
    ['status', exp, 'VALID'],
  ],
  'a licence that is lost': [
    ['install', iat, 'VALID', licenceFile],
    ['status', iat + 99 * secondsPerDay, 'VALID'],
    ['lose-licence', iat + 99 * secondsPerDay, 'DONE'],
    ['status', iat + 99 * secondsPerDay, 'NO_LICENCE'],
    ['install', iat + 9 * secondsPerDay, 'CLOCK_TURNED_BACK', licenceFile],
    ['install', iat + 99 * secondsPerDay, 'VALID', licenceFile],
  ],
  'a revocation list': [
    ['install', iat, 'VALID', licenceFile],
    ['revocations', iat, 'LIST_TAKEN', createList({ seq: 5, ids: [lid] })],
    ['status', iat, 'REVOKED'],
    ['revocations', iat, 'LIST_OLDER', createList({ seq: 4 })],
    ['status', iat, 'REVOKED'],
    ['revocations', iat, 'LIST_TAKEN', createList({ seq: 5 })],
    ['status', iat, 'VALID'],
    ['revocations', iat, 'OTHER_TOOL', createList({ toolId: 8, seq: 9, ids: [lid] })],
    ['revocations', iat, 'UNKNOWN_KEY', createList({ seq: 9, ids: [lid] }, unknownSigner)],
    ['revocations', iat, 'NOT_A_REVOCATION_LIST', licenceFile],
    ['status', iat, 'VALID'],
  ],
  'a lost record and a clock that is turned back, with a stored revocation list': [
    ['install', iat, 'VALID', licenceFile],
    ['revocations', exp, 'LIST_TAKEN', createList({ issuedAt: exp, nextAt: exp })],
    ['lose-record', exp, 'DONE'],
    ['status', iat + secondsPerDay, 'CLOCK_TURNED_BACK'],
    ['install', iat + secondsPerDay, 'CLOCK_TURNED_BACK', licenceFile],
    ['status', exp - 2 * secondsPerDay, 'IN_GRACE'],
    ['install', exp, 'VALID', renewedFile],
    ['status', exp - 2 * secondsPerDay, 'VALID'],
  ],
  'a revocation list that is later than the clock': [
    ['install', iat, 'VALID', licenceFile],
    ['revocations', iat, 'LIST_TAKEN', createList({ issuedAt: iat + 3 * secondsPerDay, nextAt: exp })],
    ['status', iat, 'CLOCK_TURNED_BACK'],
    ['status', iat + secondsPerDay, 'VALID'],
  ],
  'a deleted, empty, damaged or older copy of a file': [
    ['install', iat, 'VALID', licenceFile],
    ['revocations', iat, 'LIST_TAKEN', createList({ seq: 5, ids: ['c1c2c3c4c5c6c7c8'] })],
    ['drop-record', iat, 'DONE'],
    ['status', iat + 60 * secondsPerDay, 'VALID'],
    ['drop-second-record', iat, 'DONE'],
    ['status', iat + 60 * secondsPerDay, 'VALID'],
    ['put-record', iat, 'DONE', ''],
    ['status', iat + 57 * secondsPerDay, 'CLOCK_TURNED_BACK'],
    ['drop-revocations', iat, 'DONE'],
    ['install', iat + 60 * secondsPerDay, 'REVOKED', unrelatedFile],
    ['put-revocations', iat, 'DONE', createList({ seq: 4 })],
    ['install', iat + 60 * secondsPerDay, 'REVOKED', unrelatedFile],
    ['revocations', iat + 60 * secondsPerDay, 'LIST_OLDER', createList({ seq: 4 })],
    ['put-revocations', iat, 'DONE', 'nothing'],
    ['install', iat + 60 * secondsPerDay, 'REVOKED', unrelatedFile],
  ],
  'a returned licence, and one copy of the files is lost': [
    ['install', iat, 'VALID', licenceFile],
    ['return', iat, createReturnCode(lid, iat)],
    ['drop-record', iat, 'DONE'],
    ['drop-returned', iat, 'DONE'],
    ['install', iat, 'RETURNED', licenceFile],
    ['put-returned', iat, 'DONE', 'nothing'],
    ['return', iat + secondsPerDay, createReturnCode(lid, iat)],
    ['lose-returned', iat, 'DONE'],
    ['install', iat, 'DENIED', licenceFile],
  ],
  'a record that lacks the installed licence': [
    ['install', iat, 'VALID', licenceFile],
    ['put-licence', iat, 'DONE', unrelatedFile],
    ['status', iat + 60 * secondsPerDay, 'VALID'],
    ['install', iat + 60 * secondsPerDay, 'VALID', licenceFile],
    ['put-licence', exp, 'DONE', renewedFile],
    ['status', exp - 3 * secondsPerDay - 1, 'CLOCK_TURNED_BACK'],
    ['status', exp, 'VALID'],
    ['install', exp, 'DENIED', licenceFile],
  ],
  'a licence of another PC in the folder': [
    ['install', iat, 'VALID', licenceFile],
    ['put-licence', iat, 'DONE', createFile({ lid: 'd1d2d3d4d5d6d7d8', machine: otherMachine })],
    ['status', iat + 60 * secondsPerDay, 'OTHER_MACHINE'],
    ['return', iat + 60 * secondsPerDay, 'OTHER_MACHINE'],
    ['put-licence', iat, 'DONE', licenceFile],
    ['status', iat + 60 * secondsPerDay, 'VALID'],
    ['status', iat + 57 * secondsPerDay, 'CLOCK_TURNED_BACK'],
  ],
  'a folder in the place of a file': [
    ['install', iat, 'VALID', licenceFile],
    ['folder-record', iat, 'DONE'],
    ['folder-returned', iat, 'DONE'],
    ['folder-revocations', iat, 'DONE'],
    ['status', iat + 60 * secondsPerDay, 'VALID'],
    ['revocations', iat + 60 * secondsPerDay, 'LIST_TAKEN', createList({ ids: [lid] })],
    ['status', iat + 60 * secondsPerDay, 'REVOKED'],
    ['folder-licence', iat, 'DONE'],
    ['status', iat + 60 * secondsPerDay, 'LICENCE_NOT_READABLE'],
    ['install', iat + 60 * secondsPerDay, 'FILE_NOT_WRITABLE', unrelatedFile],
  ],
  'an empty licence file': [
    ['install', iat, 'VALID', licenceFile],
    ['put-licence', iat, 'DONE', ''],
    ['status', iat, 'LICENCE_NOT_READABLE'],
    ['return', iat, 'LICENCE_NOT_READABLE'],
    ['put-licence', iat, 'DONE', '\0\0'],
    ['status', iat, 'LICENCE_NOT_READABLE'],
    ['install', iat + secondsPerDay, 'VALID', licenceFile],
    ['status', iat + secondsPerDay, 'VALID'],
    ['files', iat, 'licence+memory.json'],
  ],
  'a returned licence': [
    ['return', iat, 'NO_LICENCE'],
    ['install', iat, 'VALID', licenceFile],
    ['return', iat + secondsPerDay, createReturnCode(lid, iat + secondsPerDay)],
    ['status', iat + secondsPerDay, 'NO_LICENCE'],
    ['return', iat + 2 * secondsPerDay, createReturnCode(lid, iat + secondsPerDay)],
    ['install', iat + secondsPerDay, 'RETURNED', licenceFile],
    ['status', iat + secondsPerDay, 'NO_LICENCE'],
    ['install', iat + secondsPerDay, 'VALID', unrelatedFile],
    ['status', iat + secondsPerDay, 'VALID'],
    ['install', iat + secondsPerDay, 'RETURNED', licenceFile],
    ['status', iat + secondsPerDay, 'VALID'],
    ['return', iat + 3 * secondsPerDay, createReturnCode('c1c2c3c4c5c6c7c8', iat + 3 * secondsPerDay)],
    ['return', iat + 4 * secondsPerDay, createReturnCode('c1c2c3c4c5c6c7c8', iat + 3 * secondsPerDay)],
    ['install', iat + 3 * secondsPerDay, 'RETURNED', unrelatedFile],
  ],
  'a returned licence, and the stored return codes are lost': [
    ['install', iat, 'VALID', licenceFile],
    ['return', iat, createReturnCode(lid, iat)],
    ['lose-returned', iat, 'DONE'],
    ['install', iat, 'DENIED', licenceFile],
    ['return', iat, 'NO_LICENCE'],
  ],
  'a returned licence, and the record is lost': [
    ['install', iat, 'VALID', licenceFile],
    ['return', iat, createReturnCode(lid, iat)],
    ['lose-record', iat, 'DONE'],
    ['install', iat, 'RETURNED', licenceFile],
  ],
  'a returned licence of which a copy is put back': [
    ['install', iat, 'VALID', licenceFile],
    ['return', iat, createReturnCode(lid, iat)],
    ['install', iat, 'OTHER_MACHINE', createFile({ machine: otherMachine })],
    ['install', exp, 'VALID', renewedFile],
    ['install', exp, 'RETURNED', licenceFile],
    ['status', exp, 'VALID'],
  ],
  'a returned licence, and the one before it on this PC': [
    ['install', iat, 'VALID', licenceFile],
    [
      'install',
      iat + secondsPerDay,
      'VALID',
      createFile({ lid: 'd1d2d3d4d5d6d7d8', iat: iat + secondsPerDay, nbf: iat + secondsPerDay }),
    ],
    ['return', iat + secondsPerDay, createReturnCode('d1d2d3d4d5d6d7d8', iat + secondsPerDay)],
    ['install', iat + secondsPerDay, 'DENIED', licenceFile],
    ['install', iat + secondsPerDay, 'VALID', unrelatedFile],
  ],
  'an expired licence is returned': [
    ['install', iat, 'VALID', licenceFile],
    ['status', exp + 99 * secondsPerDay, 'EXPIRED'],
    ['return', exp + 99 * secondsPerDay, createReturnCode(lid, exp + 99 * secondsPerDay)],
    ['install', iat, 'RETURNED', licenceFile],
  ],
  'a record that cannot be stored': [
    ['install', iat, 'VALID', licenceFile],
    ['block-record', iat, 'DONE'],
    ['status', iat, 'VALID'],
    ['status', iat + 3600, 'VALID/not-stored'],
    ['status', iat + 7 * secondsPerDay, 'VALID/not-stored'],
    ['status', iat + 7 * secondsPerDay + 1, 'FILE_NOT_WRITABLE/not-stored'],
    ['status', exp, 'FILE_NOT_WRITABLE/not-stored'],
    ['status', exp + 14 * secondsPerDay, 'EXPIRED/not-stored'],
    ['unblock', iat, 'DONE'],
    ['status', iat + 8 * secondsPerDay, 'VALID'],
    ['files', iat, 'licence+memory.json'],
  ],
  'a record that cannot be stored, with a licence that is in the grace period': [
    ['install', iat, 'VALID', licenceFile],
    ['status', exp, 'IN_GRACE'],
    ['block-record', exp, 'DONE'],
    ['status', exp + 3600, 'IN_GRACE/not-stored'],
  ],
  'a lost record that cannot be stored again': [
    ['install', iat, 'VALID', licenceFile],
    ['lose-record', iat, 'DONE'],
    ['block-record', iat, 'DONE'],
    ['status', iat + 7 * secondsPerDay, 'VALID/not-stored'],
    ['status', iat + 7 * secondsPerDay + 1, 'FILE_NOT_WRITABLE/not-stored'],
    ['status', iat + 31 * secondsPerDay, 'CLOCK_RECORD_LOST'],
  ],
  'a licence that cannot be stored changes nothing': [
    ['block-record', iat, 'DONE'],
    ['install', iat, 'FILE_NOT_WRITABLE', licenceFile],
    ['unblock', iat, 'DONE'],
    ['status', iat, 'NO_LICENCE'],
    ['install', iat, 'VALID', licenceFile],
    ['block-licence', iat, 'DONE'],
    ['install', exp - secondsPerDay, 'FILE_NOT_WRITABLE', renewedFile],
    ['unblock', iat, 'DONE'],
    ['status', iat, 'VALID'],
    ['files', iat, 'licence+memory.json'],
  ],
  'a return that cannot be stored changes nothing': [
    ['install', iat, 'VALID', licenceFile],
    ['block-returned', iat, 'DONE'],
    ['return', iat, 'FILE_NOT_WRITABLE'],
    ['status', iat, 'VALID'],
    ['unblock', iat, 'DONE'],
    ['return', iat, createReturnCode(lid, iat)],
    ['files', iat, 'memory.json+returned'],
  ],
  'a stored return gives its code, whatever else cannot be written': [
    ['install', iat, 'VALID', licenceFile],
    ['block-record', iat, 'DONE'],
    ['block-licence', iat, 'DONE'],
    ['return', iat, createReturnCode(lid, iat)],
    ['return', iat + secondsPerDay, createReturnCode(lid, iat)],
    ['install', iat, 'RETURNED', licenceFile],
  ],
  'a revocation list that cannot be stored changes nothing': [
    ['install', iat, 'VALID', licenceFile],
    ['block-revocations', iat, 'DONE'],
    ['revocations', iat, 'FILE_NOT_WRITABLE', createList({ seq: 5, ids: [lid] })],
    ['status', iat, 'VALID'],
  ],
  'the days until the last day, from the clock or the high-water mark': [
    ['install', iat, 'VALID', licenceFile],
    ['days', exp - 43_201, '0'],
    ['days', exp - 43_201 - secondsPerDay, '0'],
    ['days', exp - 1, '-1'],
  ],
  'a licence without end has no days left': [
    ['install', iat, 'VALID', createFile({ exp: 4_294_967_295 })],
    ['days', iat + secondsPerDay, 'none'],
    ['next', iat + secondsPerDay, 'none', '14'],
  ],
  'the next change: the first day with 14 days left, the expiry, and the end of the grace period': [
    ['next', iat, 'none', '14'],
    ['install', iat, 'VALID', licenceFile],
    ['next', iat, String(dayWithDaysLeft(14)), '14'],
    ['next', iat, String(dayWithDaysLeft(1)), '1'],
    ['next', iat, String(dayWithDaysLeft(0)), '0'],
    ['next', dayWithDaysLeft(14) - 1, String(dayWithDaysLeft(14)), '14'],
    ['days', dayWithDaysLeft(14) - 1, '15'],
    ['days', dayWithDaysLeft(14), '14'],
    ['next', dayWithDaysLeft(14), String(exp), '14'],
    ['next', exp - 1, String(exp), '1000'],
    ['next', exp, String(graceEnd), '14'],
    ['next', graceEnd, 'none', '14'],
  ],
  'the next change of a licence that expires at the beginning of a day': [
    ['install', iat, 'VALID', createFile({ exp: midnight })],
    ['next', iat, String(midnight - 2 * secondsPerDay), '1'],
    ['days', midnight - 2 * secondsPerDay, '1'],
  ],
  'the days and the next change of a licence that expires in the first hours of 1970': [
    ['install', 500, 'VALID', createFile({ iat: 0, nbf: 0, exp: 1000, graceDays: 1 })],
    ['days', 500, '-1'],
    ['next', 500, '1000', '0'],
  ],
  'the next change of a licence without grace period': [
    ['install', iat, 'VALID', createFile({ graceDays: 0 })],
    ['next', exp - 1, String(exp), '0'],
    ['next', exp, 'none', '0'],
  ],
  'a revoked key': [
    ['install', iat, 'VALID', licenceFile],
    ['revocations', iat, 'KEY_REVOKED', createList({ keys: ['56475aa75463474c'] })],
    ['status', iat, 'VALID'],
  ],
};

export function createStepCases(): VectorCase[] {
  const rows = Object.entries(stepsByName).map(([name, steps]) => createStepCase(name, toolSetting.keys, steps));
  const trustedKeys = [...toolSetting.keys, bytesToHex(unknownSigner.publicKey)];
  return [
    ...rows,
    createStepCase('a key that another key revokes', trustedKeys, [
      ['install', iat, 'VALID', licenceFile],
      ['revocations', iat, 'LIST_TAKEN', createList({ seq: 2, keys: ['56475aa75463474c'] }, unknownSigner)],
      ['status', iat, 'KEY_REVOKED'],
      ['revocations', iat, 'KEY_REVOKED', createList({ seq: 3 })],
    ]),
    createStepCase('no key', [], [['install', iat, 'NO_KEYS', licenceFile]]),
  ];
}

function createStepCase(name: string, keys: string[], rows: readonly StepRow[]): VectorCase {
  const steps = rows.map(([step, now, , text]) => ({ do: step, now, ...(text === undefined ? {} : { text }) }));
  return { id: `steps: ${name}`, kind: 'steps', ...toolSetting, keys, steps, expect: rows.map(([, , code]) => code) };
}
