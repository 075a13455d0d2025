import type { LicensePreview } from '@basics/contract/licenses/licenses.ts';
import { describe, expect, test } from 'vitest';
import {
  createDay,
  createLicense,
  createPreview,
  secondsNow,
  createVerificationCode,
} from '#portal/testing/records/licenses.ts';
import {
  withResetChecks,
  emptyBatch,
  maxLines,
  withoutLines,
  withLineState,
  withLicense,
  addCodes,
  readCodes,
  selectIssuable,
  computeVerdicts,
} from './batch.ts';
import type { Batch, OfferedLine } from './batch.ts';
import { createSummaryCsv } from '../many-issue/license-archive.ts';

const createFingerprint = (fillByte: number): Uint8Array => new Uint8Array(16).fill(fillByte);
const createCode = (machineName: string, codeNumber: number, createdAt = secondsNow() - 60): string =>
  createVerificationCode({ machineName, fingerprint: createFingerprint(codeNumber), createdAt });
const [desk, laptop, tower] = [createCode('DESK', 1), createCode('LAPTOP', 2), createCode('TOWER', 3)];

const createOffer = (change: Partial<NonNullable<LicensePreview['offer']>> = {}) => ({
  expiryDate: createDay(365),
  seatsUsed: 0,
  seatsAllowed: 2,
  takesSeat: true,
  movesUsed: 0,
  movesAllowed: 3,
  ...change,
});

/** Creates a batch of the given codes, each with the given licence preview from the server. */
function createCheckedBatch(...checks: [code: string, preview: LicensePreview][]): Batch {
  let { batch } = addCodes(emptyBatch, readCodes(checks.map(([code]) => code).join('\n')));
  for (const [id, preview] of checks) {
    const line = batch.lines.find((candidate) => candidate.id === id);
    if (line?.state.status === 'waiting')
      batch = withLineState(batch, id, {
        status: 'offered',
        code: line.state.code,
        preview,
        issuedBefore: batch.issuedCount,
      });
  }
  return batch;
}

const listVerdictKinds = ({ lines }: Batch): string[] => {
  const verdicts = computeVerdicts(lines);
  return lines.map(({ id }) => verdicts.get(id)?.kind ?? '');
};

const listIssuable = ({ lines }: Batch): OfferedLine[] => selectIssuable(lines, computeVerdicts(lines));

/** Issues the first accepted line. */
function issueNext(batch: Batch): Batch {
  const [next] = listIssuable(batch);
  if (!next) throw new Error('no accepted line is left to issue');
  return withLicense(batch, next, createLicense());
}

describe('seats are counted over all codes, in their order', () => {
  const seatPreview = createPreview({ offer: createOffer({ seatsUsed: 0 }) });

  test('the third of three codes for two seats is refused before anything is issued, and stays refused while the others are issued', () => {
    let batch = createCheckedBatch([desk, seatPreview], [laptop, seatPreview], [tower, seatPreview]);
    expect(listVerdictKinds(batch)).toEqual(['ready', 'ready', 'noSeat']);
    batch = issueNext(batch);
    expect(listVerdictKinds(batch)).toEqual(['issued', 'ready', 'noSeat']);
    batch = issueNext(batch);
    expect(listVerdictKinds(batch)).toEqual(['issued', 'issued', 'noSeat']);
  });

  test('when a code is removed from the batch, the next code gets its seat', () => {
    const batch = createCheckedBatch([desk, seatPreview], [laptop, seatPreview], [tower, seatPreview]);
    expect(listVerdictKinds(withoutLines(batch, [laptop]))).toEqual(['ready', 'ready']);
  });

  test('a seat is counted once: either in the answer of the server, or in the licences that were issued after that answer', () => {
    let batch = issueNext(createCheckedBatch([desk, seatPreview]));
    batch = addCodes(batch, readCodes(laptop)).batch;
    const line = batch.lines.find(({ id }) => id === laptop);
    if (line?.state.status !== 'waiting') throw new Error('a new code waits');
    const laptopPreview = createPreview({ offer: createOffer({ seatsUsed: 1 }) });
    batch = withLineState(batch, laptop, {
      status: 'offered',
      code: line.state.code,
      preview: laptopPreview,
      issuedBefore: 1,
    });
    expect(listVerdictKinds(batch)).toEqual(['issued', 'ready']);
  });

  test('each tool has its own seats and moves', () => {
    const preview = createPreview({ offer: createOffer({ seatsAllowed: 1 }) });
    const batch = createCheckedBatch(
      [desk, preview],
      [laptop, { ...preview, tool: 'analysis' }],
      [tower, { ...preview, tool: 'analysis' }],
    );
    expect(listVerdictKinds(batch)).toEqual(['ready', 'ready', 'noSeat']);
    expect(listVerdictKinds(issueNext(batch))).toEqual(['issued', 'ready', 'noSeat']);
  });

  test('PCs that already hold a seat, and codes that already have a licence, use no seat', () => {
    const fullOffer = createOffer({ seatsUsed: 2, takesSeat: false });
    const knownPreview = createPreview({ machine: { name: 'DESK', relation: 'known' }, offer: fullOffer });
    const existingPreview = createPreview({ existingLicenseId: 7, offer: fullOffer });
    expect(
      listVerdictKinds(createCheckedBatch([desk, knownPreview], [laptop, existingPreview], [tower, knownPreview])),
    ).toEqual(['ready', 'existing', 'ready']);
  });

  test('moves are counted over all codes: the second of two codes for one free move is refused', () => {
    const offer = createOffer({ seatsUsed: 2, takesSeat: false, movesUsed: 2 });
    const movedPreview = createPreview({ machine: { name: 'X', relation: 'moved', replaces: 'OLD' }, offer });
    expect(listVerdictKinds(createCheckedBatch([desk, movedPreview], [laptop, movedPreview]))).toEqual([
      'ready',
      'noMove',
    ]);
  });
});

test('of two codes of one PC, only the newer one is used, in any order', () => {
  const newerCode = createCode('DESK', 1, secondsNow() - 5);
  expect(listVerdictKinds(addCodes(emptyBatch, readCodes(`${desk} ${newerCode} ${laptop}`)).batch)).toEqual([
    'older',
    'asking',
    'asking',
  ]);
  expect(listVerdictKinds(addCodes(emptyBatch, readCodes(`${newerCode} ${desk}`)).batch)).toEqual(['asking', 'older']);
});

test('refused and unreadable codes get no licence', () => {
  const problem = { code: 'NO_TOOL_GRANT' as const, message: "User hasn't tools and brands" };
  const batch = createCheckedBatch([desk, createPreview({ offer: null, problem })], [laptop, createPreview()]);
  const { batch: batchWithUnreadable } = addCodes(batch, readCodes(tower.slice(0, 40)));
  expect(listVerdictKinds(batchWithUnreadable)).toEqual(['refused', 'ready', 'unreadable']);
  expect(listIssuable(batchWithUnreadable).map(({ id }) => id)).toEqual([laptop]);
});

describe('codes are added to the batch', () => {
  test('a duplicate code is reported and not added again', () => {
    const { batch } = addCodes(emptyBatch, readCodes(`${desk}\n${desk}`));
    expect(addCodes(batch, readCodes(`${desk} ${laptop}`))).toMatchObject({ added: 1, duplicates: 1, overLimit: 0 });
    expect(batch.lines).toHaveLength(1);
  });

  test('at most a hundred codes are added', () => {
    const codes = Array.from({ length: maxLines + 5 }, (_, at) => createCode(`PC-${at}`, at));
    const { batch, overLimit: beyond } = addCodes(emptyBatch, readCodes(codes.join('\n')));
    expect([batch.lines.length, beyond]).toEqual([maxLines, 5]);
  });
});

test('when the batch is checked again, a code that already got its licence keeps it', () => {
  const batch = issueNext(createCheckedBatch([desk, createPreview()], [laptop, createPreview()]));
  expect(listVerdictKinds(withResetChecks(batch))).toEqual(['issued', 'asking']);
});

test('in the CSV table of the ZIP file, the name of a PC is never a formula, even if it begins like one', () => {
  const license = createLicense({ machineName: '=HYPERLINK("http://evil.example")', licenseCode: 'BL-1' });
  const [headerRow, row, lastRow] = createSummaryCsv([{ license, file: 'a "b".lic' }], ',').split('\r\n');
  expect(headerRow).toBe('\uFEFF"PC","Tool","Version","Brand","Valid until","Licence file","Licence code"');
  expect(row).toBe(
    `"'=HYPERLINK(""http://evil.example"")","basics","1.0.1","blue","${license.expiryDate}","a ""b"".lic","BL-1"`,
  );
  expect(lastRow).toBe('');
});
