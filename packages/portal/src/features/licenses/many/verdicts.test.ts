import type { LicensePreview } from '@basics/contract/licenses.ts';
import { describe, expect, test } from 'vitest';
import {
  createDay,
  createLicense,
  createPreview,
  secondsNow,
  createVerificationCode,
} from '#portal/testing/licenses.ts';
import { resetChecks, emptyBatch, maxLines, removeLine, setLineState, setIssued, addArrivals } from './batch.ts';
import type { Batch, Offered } from './batch.ts';
import { readCodes } from './read-arrivals.ts';
import { createSummaryCsv } from './summary-csv.ts';
import { selectIssuable, computeVerdicts } from './verdicts.ts';

const fill = (number: number): Uint8Array => new Uint8Array(16).fill(number);
const codeOf = (machineName: string, number: number, createdAt = secondsNow() - 60): string =>
  createVerificationCode({ machineName, fingerprint: fill(number), createdAt });
const [desk, laptop, tower] = [codeOf('DESK', 1), codeOf('LAPTOP', 2), codeOf('TOWER', 3)];

const offerWith = (change: Partial<NonNullable<LicensePreview['offer']>> = {}) => ({
  expiryDate: createDay(365),
  seatsUsed: 0,
  seatsAllowed: 2,
  takesSeat: true,
  movesUsed: 0,
  movesAllowed: 3,
  ...change,
});

/** Builds a batch of these codes, each with the given check. */
function readBack(...read: [code: string, preview: LicensePreview][]): Batch {
  let { batch } = addArrivals(emptyBatch, readCodes(read.map(([code]) => code).join('\n')));
  for (const [id, preview] of read) {
    const line = batch.lines.find((each) => each.id === id);
    if (line?.standing.at === 'waiting')
      batch = setLineState(batch, id, { at: 'offered', code: line.standing.code, preview, issuedBefore: batch.issued });
  }
  return batch;
}

const kinds = ({ lines }: Batch): string[] => {
  const verdicts = computeVerdicts(lines);
  return lines.map(({ id }) => verdicts.get(id)?.is ?? '');
};

const good = ({ lines }: Batch): Offered[] => selectIssuable(lines, computeVerdicts(lines));

/** Issues the first accepted line. */
function issueNext(batch: Batch): Batch {
  const [next] = good(batch);
  if (!next) throw new Error('nothing is left to issue');
  return setIssued(batch, next, createLicense());
}

describe('seats are counted over all codes, in their order', () => {
  const taking = createPreview({ offer: offerWith({ seatsUsed: 0 }) });

  test('the third of three codes for two seats is refused before anything is issued, and stays refused meanwhile', () => {
    let batch = readBack([desk, taking], [laptop, taking], [tower, taking]);
    expect(kinds(batch)).toEqual(['ready', 'ready', 'noSeat']);
    batch = issueNext(batch);
    expect(kinds(batch)).toEqual(['issued', 'ready', 'noSeat']);
    batch = issueNext(batch);
    expect(kinds(batch)).toEqual(['issued', 'issued', 'noSeat']);
  });

  test('a removed line frees its seat for the next one', () => {
    const batch = readBack([desk, taking], [laptop, taking], [tower, taking]);
    expect(kinds(removeLine(batch, laptop))).toEqual(['ready', 'ready']);
  });

  test('a used seat is counted once: from the answer, or from the licences that this batch issued since', () => {
    let batch = issueNext(readBack([desk, taking]));
    batch = addArrivals(batch, readCodes(laptop)).batch;
    const line = batch.lines.find(({ id }) => id === laptop);
    if (line?.standing.at !== 'waiting') throw new Error('a new code waits');
    const seen = createPreview({ offer: offerWith({ seatsUsed: 1 }) });
    batch = setLineState(batch, laptop, { at: 'offered', code: line.standing.code, preview: seen, issuedBefore: 1 });
    expect(kinds(batch)).toEqual(['issued', 'ready']);
  });

  test('each tool has its own seats and moves', () => {
    const one = createPreview({ offer: offerWith({ seatsAllowed: 1 }) });
    const batch = readBack([desk, one], [laptop, { ...one, tool: 'analysis' }], [tower, { ...one, tool: 'analysis' }]);
    expect(kinds(batch)).toEqual(['ready', 'ready', 'noSeat']);
    expect(kinds(issueNext(batch))).toEqual(['issued', 'ready', 'noSeat']);
  });

  test('PCs that already hold a seat, and codes that already have a licence, use no seat', () => {
    const full = offerWith({ seatsUsed: 2, takesSeat: false });
    const known = createPreview({ machine: { name: 'DESK', relation: 'known' }, offer: full });
    const existing = createPreview({ existingLicenseId: 7, offer: full });
    expect(kinds(readBack([desk, known], [laptop, existing], [tower, known]))).toEqual(['ready', 'existing', 'ready']);
  });

  test('moves are counted like seats', () => {
    const offer = offerWith({ seatsUsed: 2, takesSeat: false, movesUsed: 2 });
    const moved = createPreview({ machine: { name: 'X', relation: 'moved', replaces: 'OLD' }, offer });
    expect(kinds(readBack([desk, moved], [laptop, moved]))).toEqual(['ready', 'noMove']);
  });
});

test('the newer of two codes of one PC counts, in any order', () => {
  const newer = codeOf('DESK', 1, secondsNow() - 5);
  expect(kinds(addArrivals(emptyBatch, readCodes(`${desk} ${newer} ${laptop}`)).batch)).toEqual([
    'older',
    'asking',
    'asking',
  ]);
  expect(kinds(addArrivals(emptyBatch, readCodes(`${newer} ${desk}`)).batch)).toEqual(['asking', 'older']);
});

test('refused and unreadable codes get no licence', () => {
  const problem = { code: 'NO_TOOL_GRANT' as const, message: "User hasn't tools and brands" };
  const batch = readBack([desk, createPreview({ offer: null, problem })], [laptop, createPreview()]);
  const { batch: more } = addArrivals(batch, readCodes(tower.slice(0, 40)));
  expect(kinds(more)).toEqual(['refused', 'ready', 'unreadable']);
  expect(good(more).map(({ id }) => id)).toEqual([laptop]);
});

describe('added codes', () => {
  test('a duplicate code is reported and not added again', () => {
    const { batch } = addArrivals(emptyBatch, readCodes(`${desk}\n${desk}`));
    expect(addArrivals(batch, readCodes(`${desk} ${laptop}`))).toMatchObject({ added: 1, twice: 1, beyond: 0 });
    expect(batch.lines).toHaveLength(1);
  });

  test('at most a hundred codes are added', () => {
    const many = Array.from({ length: maxLines + 5 }, (_, at) => codeOf(`PC-${at}`, at));
    const { batch, beyond } = addArrivals(emptyBatch, readCodes(many.join('\n')));
    expect([batch.lines.length, beyond]).toEqual([maxLines, 5]);
  });
});

test('all codes without a licence are checked again', () => {
  const batch = issueNext(readBack([desk, createPreview()], [laptop, createPreview()]));
  expect(kinds(resetChecks(batch))).toEqual(['issued', 'asking']);
});

test('the table of an archive contains no formula, for any name of a PC', () => {
  const license = createLicense({ machineName: '=HYPERLINK("http://evil.example")', licenseCode: 'BL-1' });
  const [head, row, end] = createSummaryCsv([{ license, file: 'a "b".lic' }]).split('\r\n');
  expect(head).toBe('\uFEFF"PC","Tool","Version","Brand","Valid until","Licence file","Licence code"');
  expect(row).toBe(
    `"'=HYPERLINK(""http://evil.example"")","basics","1.0.1","blue","${license.expiryDate}","a ""b"".lic","BL-1"`,
  );
  expect(end).toBe('');
});
