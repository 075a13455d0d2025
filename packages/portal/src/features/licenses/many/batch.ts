import type { License, LicensePreview } from '@basics/contract/licenses/licenses.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import type { PortalProblemCode } from '#portal/api/api-problem.ts';

export type LineProblem = { code: PortalProblemCode; message: string };

/** One code of the batch with its state. */
export type CodeLine = {
  /** The text of the code, which is unique in the batch; a generated id if the text is unreadable. */
  id: string;
  /** The name of the file that contained the code; null if it was pasted or typed. */
  file: string | null;
  state: LineState;
};

export type LineState =
  | { status: 'unreadable'; error: string }
  | { status: 'waiting'; code: VerificationCode }
  /**
   * `issuedBefore` is the number of licences that this batch had when the server checked the code. `unansweredRequest` is set if the
   * request to issue the licence got no answer.
   */
  | {
      status: 'offered';
      code: VerificationCode;
      preview: LicensePreview;
      issuedBefore: number;
      unansweredRequest?: LineProblem;
    }
  | { status: 'refused'; code: VerificationCode; problem: LineProblem }
  | { status: 'unasked'; code: VerificationCode; problem: LineProblem }
  /** `issueOrder` is 1 for the first licence that was issued for this batch. */
  | { status: 'issued'; code: VerificationCode; preview: LicensePreview; license: License; issueOrder: number };

export type OfferedLine = CodeLine & { state: Extract<LineState, { status: 'offered' }> };
export type IssuedLine = CodeLine & { state: Extract<LineState, { status: 'issued' }> };

/**
 * The list of codes. `issuedCount` is the number of licences that were issued for these codes. `unreadableCount` is used to generate the
 * ids of unreadable texts.
 */
export type Batch = { lines: readonly CodeLine[]; issuedCount: number; unreadableCount: number };

export const emptyBatch: Batch = { lines: [], issuedCount: 0, unreadableCount: 0 };

/** The largest number of codes in a batch. */
export const maxLines = 100;

export type AddedCode = { file: string | null } & ({ code: VerificationCode } | { error: string });

/** A changed batch, with the numbers of new codes that were added, were duplicates, or were over the limit. */
export type AddedCounts = { batch: Batch; added: number; duplicates: number; overLimit: number };

/** Returns the batch with the new codes at its end; a duplicate is not added. */
export function addCodes(batch: Batch, addedCodes: readonly AddedCode[]): AddedCounts {
  let { unreadableCount } = batch;
  const lines = new Map(batch.lines.map((line) => [line.id, line]));
  let [duplicates, overLimit] = [0, 0];
  for (const addedCode of addedCodes) {
    const id = 'code' in addedCode ? addedCode.code.text : `unreadable ${(unreadableCount += 1)}`;
    if (lines.has(id)) duplicates += 1;
    else if (lines.size >= maxLines) overLimit += 1;
    else lines.set(id, { id, file: addedCode.file, state: toLineState(addedCode) });
  }
  const added = lines.size - batch.lines.length;
  return { batch: { ...batch, unreadableCount, lines: [...lines.values()] }, added, duplicates, overLimit };
}

const toLineState = (addedCode: AddedCode): LineState =>
  'code' in addedCode ? { status: 'waiting', code: addedCode.code } : { status: 'unreadable', error: addedCode.error };

/** Returns the batch with the new state of one line. A line that was removed in the meantime is not added again. */
export const withLineState = (batch: Batch, id: string, state: LineState): Batch => ({
  ...batch,
  lines: batch.lines.map((line) => (line.id === id ? { ...line, state } : line)),
});

export const withoutLines = (batch: Batch, ids: readonly string[]): Batch => ({
  ...batch,
  lines: batch.lines.filter(({ id }) => !ids.includes(id)),
});

/** Returns the batch after a licence was issued for one code. */
export function withLicense(batch: Batch, { id, state }: OfferedLine, license: License): Batch {
  const { code, preview } = state;
  const issueOrder = batch.issuedCount + 1;
  return {
    ...withLineState(batch, id, { status: 'issued', code, preview, license, issueOrder }),
    issuedCount: issueOrder,
  };
}

/** Marks the included lines without a licence to be checked again, for example after a change of brand or a lost connection. */
export const withResetChecks = (batch: Batch, isIncluded: (line: CodeLine) => boolean = () => true): Batch => ({
  ...batch,
  lines: batch.lines.map((line) => {
    const { state } = line;
    const isFinal = state.status === 'issued' || state.status === 'unreadable';
    return isFinal || !isIncluded(line) ? line : { ...line, state: { status: 'waiting', code: state.code } };
  }),
});

/** Returns the readable codes, one per line. The draft stores them also after they were issued, so that a reload shows their licences again. */
export const listReadableCodes = ({ lines }: Batch): string =>
  lines.flatMap(({ id, state }) => (state.status === 'unreadable' ? [] : [id])).join('\n');

export const isIssued = (line: CodeLine): line is IssuedLine => line.state.status === 'issued';
