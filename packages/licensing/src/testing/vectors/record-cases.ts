import { createHash, createHmac } from 'node:crypto';
import { bytesToHex } from '#licensing/encoding/bytes.ts';
import { createFingerprint } from '#licensing/fingerprint.ts';
import { writeLicenceFile } from '#licensing/licence-file.ts';
import type { LicencePayload } from '#licensing/licence-payload.ts';
import { nodePrimitives } from '#licensing/node-primitives.ts';
import { writeReturnCode } from '#licensing/return-code.ts';
import { writeRevocationList, type RevocationList } from '#licensing/revocation-list.ts';
import { samplePayload, testSigner, unknownSigner } from '#licensing/testing/samples.ts';
import type { StepsCase, VectorCase } from './vector-case.ts';

/** Steps that only a tool that reads one rule of the record wrongly answers otherwise. */
export const createRecordCases = (): VectorCase[] => [
  ...Object.entries(stepsByName).map(([name, rows]) => createCase(name, rows)),
  ...Object.entries(codeStepsByName).map(([name, rows]) => createCase(name, rows, twoCards)),
];

const createCase = (name: string, rows: StepRow[], factsOfPc: StepsCase['facts'] = facts): VectorCase => ({
  id: `steps: ${name}`,
  kind: 'steps',
  keys: [testSigner, unknownSigner].slice(0, factsOfPc === facts ? 1 : 2).map(({ publicKey }) => bytesToHex(publicKey)),
  toolId: 7,
  toolMajor: 1,
  facts: factsOfPc,
  steps: rows.map(([step, now, , text]) => ({ do: step, now, ...(text === undefined ? {} : { text }) })),
  expect: rows.map(([, , code]) => code),
});

const day = 86_400;
const { iat, exp, lid } = samplePayload;
const [secondId, thirdId, otherId] = ['b1b2b3b4b5b6b7b8', 'c1c2c3c4c5c6c7c8', 'd1d2d3d4d5d6d7d8'];
const facts = { 'machine-id': 'M-1', 'board-id': 'B-1', 'system-disk': 'D-1', 'network-card': 'N-1' };
const fp = bytesToHex(createFingerprint(facts, nodePrimitives));

/** A PC with a new card, which it prefers to the card of its licence. */
const twoCards = { ...facts, 'network-card': ['N-2', 'N-1'] };
const newFp = bytesToHex(createFingerprint(twoCards, nodePrimitives));

const createFile = (change: Partial<LicencePayload> = {}): string =>
  writeLicenceFile({ ...samplePayload, machine: { ...samplePayload.machine, fp }, ...change }, testSigner, nodePrimitives); // oxfmt-ignore

const licenceFile = createFile();
const createLater = (lidOfFile: string, issuedAt: number, deny: string[] = []): string =>
  createFile({ lid: lidOfFile, iat: issuedAt, nbf: issuedAt, exp: exp + 365 * day, deny });

const createList = (change: Partial<RevocationList>, signer = testSigner): string => {
  const list = { toolId: 7, seq: 1, issuedAt: iat, nextAt: iat + day, ids: [], keys: [], ...change };
  return writeRevocationList({ ...list, nextAt: list.issuedAt + day }, signer, nodePrimitives);
};

type StoredRecord = { licences: string[]; highWaterMark: number; newestIssuedAt: number; denied?: string[] };

/** Writes a record as docs/conformance.md describes it; `signedMark` is the mark that the digest was computed with. */
function createRecord(record: StoredRecord, signedMark = record.highWaterMark): string {
  const { licences, newestIssuedAt, denied = [] } = record;
  const write = (highWaterMark: number): string =>
    JSON.stringify({ licences, fingerprint: fp, highWaterMark, newestIssuedAt, denied });
  const key = createHash('sha256').update(`basics-clock-record-v1\n${fp}\n${licences.join()}`).digest();
  const digest = createHmac('sha256', key).update(write(signedMark)).digest('hex');
  return `${write(record.highWaterMark).slice(0, -1)},"digest":"${digest}"}\n`;
}

type StepRow = [step: StepsCase['steps'][number]['do'], now: number, code: string, text?: string];

const stepsByName: Record<string, StepRow[]> = {
  'a record that is lost for a second too long': [
    ['install', iat, 'VALID', licenceFile],
    ['lose-record', iat, 'DONE'],
    ['status', iat + 30 * day + 1, 'CLOCK_RECORD_LOST'],
  ],
  'all files are lost, and the clock is turned back': [
    ['install', iat, 'VALID', licenceFile],
    ['status', exp + 99 * day, 'EXPIRED'],
    ['lose-licence', exp + 99 * day, 'DONE'],
    ['lose-record', exp + 99 * day, 'DONE'],
    ['install', iat + 200 * day, 'VALID', licenceFile],
    ['lose-licence', iat, 'DONE'],
    ['lose-record', iat, 'DONE'],
    ['revocations', iat, 'LIST_TAKEN', createList({ issuedAt: exp + 99 * day })],
    ['install', iat + 200 * day, 'CLOCK_TURNED_BACK', licenceFile],
  ],
  'a record that is lost, and a later licence that is not recent': [
    ['install', iat, 'VALID', licenceFile],
    ['lose-record', iat, 'DONE'],
    ['install', iat + 99 * day, 'VALID', createLater(secondId, iat + day)],
    ['status', iat + 99 * day, 'VALID'],
    ['install', iat + 96 * day, 'CLOCK_TURNED_BACK', licenceFile],
  ],
  'a returned licence, and the two before it on this PC': [
    ['install', iat, 'VALID', licenceFile],
    ['install', iat + day, 'VALID', createLater(secondId, iat + day)],
    ['install', iat + 2 * day, 'VALID', createLater(thirdId, iat + 2 * day)],
    ['return', iat + 2 * day, writeReturnCode({ toolId: 7, licenceId: thirdId, returnedAt: iat + 2 * day }, nodePrimitives)],
    ['install', iat + 2 * day, 'DENIED', createLater(secondId, iat + day)],
    ['install', iat + 2 * day, 'VALID', licenceFile],
  ],
  'two licences that deny others': [
    ['install', iat, 'VALID', createLater(secondId, iat, [lid])],
    ['install', iat + day, 'VALID', createLater(thirdId, iat + day, [otherId])],
    ['install', iat + day, 'DENIED', licenceFile],
    ['install', iat + day, 'DENIED', createLater(otherId, iat)],
  ],
  'a record whose text was changed': [
    ['install', iat, 'VALID', licenceFile],
    ['status', iat + 60 * day, 'VALID'],
    ['put-record', iat, 'DONE', createRecord({ licences: [lid], highWaterMark: iat, newestIssuedAt: iat }, iat + 60 * day)],
    ['drop-second-record', iat, 'DONE'],
    ['status', iat + 60 * day, 'CLOCK_RECORD_LOST'],
    ['put-record', iat, 'DONE', createRecord({ licences: [lid], highWaterMark: iat + 60 * day, newestIssuedAt: iat })],
    ['status', iat + 60 * day, 'VALID'],
    ['put-record', iat, 'DONE', createRecord({ licences: [lid], highWaterMark: iat + 60 * day, newestIssuedAt: iat }).replace(',', ', ')],
    ['drop-second-record', iat, 'DONE'],
    ['status', iat + 60 * day, 'CLOCK_RECORD_LOST'],
  ],
  'two records of which each denies a licence': [
    ['install', iat, 'VALID', createLater(secondId, iat, [lid])],
    ['put-record', iat, 'DONE', createRecord({ licences: [secondId], highWaterMark: iat - day, newestIssuedAt: iat, denied: [otherId] })],
    ['install', iat, 'DENIED', createLater(otherId, iat)],
    ['install', iat, 'DENIED', licenceFile],
  ],
  'two records: the later licence counts': [
    ['install', iat, 'VALID', createLater(secondId, iat + day)],
    ['put-record', iat, 'DONE', createRecord({ licences: [secondId], highWaterMark: iat + 99 * day, newestIssuedAt: iat })],
    ['status', iat + day, 'VALID'],
  ],
  'two records of one licence: the later mark counts': [
    ['install', iat, 'VALID', licenceFile],
    ['status', iat + 9 * day, 'VALID'],
    ['put-record', iat, 'DONE', createRecord({ licences: [lid], highWaterMark: iat, newestIssuedAt: iat })],
    ['status', iat + 6 * day, 'CLOCK_TURNED_BACK'],
    ['put-record', iat, 'DONE', createRecord({ licences: [lid], highWaterMark: iat + 20 * day, newestIssuedAt: iat })],
    ['status', iat + 17 * day, 'CLOCK_TURNED_BACK'],
    ['status', iat + 18 * day, 'VALID'],
  ],
  'a licence that sets the mark back to its date of issue, not to the clock': [
    ['install', iat, 'VALID', licenceFile],
    ['status', iat + 60 * day, 'VALID'],
    ['install', iat + 5 * day, 'CLOCK_TURNED_BACK', createFile({ lid: secondId, iat: iat + 10 * day })],
    ['install', iat + 8 * day, 'VALID', createFile({ lid: secondId, iat: iat + 10 * day })],
    ['status', iat + 8 * day - 1, 'CLOCK_TURNED_BACK'],
  ],
  'a mark that is stored from 600 seconds on': [
    ['install', iat, 'VALID', licenceFile],
    ['status', iat + 599, 'VALID'],
    ['status', iat - 2 * day, 'VALID'],
    ['status', iat + 600, 'VALID'],
    ['status', iat + 599 - 2 * day, 'CLOCK_TURNED_BACK'],
    ['status', iat + 600 - 2 * day, 'VALID'],
  ],
}; // oxfmt-ignore

const otherPc = createFile({ lid: otherId, machine: { ...samplePayload.machine, fp: '1'.repeat(32) } });

const revocations = createList({ seq: 2, keys: ['56475aa75463474c'] }, unknownSigner);

const codeStepsByName: Record<string, StepRow[]> = {
  'the code for the licence that a PC needs': [
    ['code', iat, `new/${newFp}`],
    ['install', iat, 'VALID', licenceFile],
    ['code', iat, `renew/${fp}`],
    ['code', exp + 99 * day, `renew/${fp}`],
    ['code', iat, `renew/${fp}`],
    ['put-licence', iat, 'DONE', otherPc],
    ['code', iat, `moved/${newFp}`],
    ['put-licence', iat, 'DONE', ' '],
    ['code', iat, `new/${newFp}`],
    ['put-licence', iat, 'DONE', licenceFile.slice(0, 99)],
    ['code', iat, `renew/${newFp}`],
  ],
  'the code after a return, and with the returned licence': [
    ['install', iat, 'VALID', licenceFile],
    ['return', iat, writeReturnCode({ toolId: 7, licenceId: lid, returnedAt: iat }, nodePrimitives)],
    ['code', iat, `new/${newFp}`],
    ['put-licence', iat, 'DONE', licenceFile],
    ['code', iat, `new/${fp}`],
  ],
  'the code with a licence whose key is revoked': [
    ['install', iat, 'VALID', licenceFile],
    ['revocations', iat, 'LIST_TAKEN', revocations],
    ['code', iat, `renew/${newFp}`],
  ],
};
