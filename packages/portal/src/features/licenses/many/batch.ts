import type { License, LicensePreview } from '@basics/contract/licenses.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import type { PortalProblemCode } from '#portal/api/api-problem.ts';

export type LineProblem = { code: PortalProblemCode; message: string };

/** One of several codes, with its state and its licence. */
export type Line = {
  /** The code itself, because a code is added only once; a generated name if the text is unreadable. */
  id: string;
  /** The file that contained it. */
  file: string | null;
  standing: LineState;
};

export type LineState =
  | { at: 'unreadable'; words: string }
  | { at: 'waiting'; code: VerificationCode }
  /** `issuedBefore`: how many of the batch were issued before this answer; `lost`: the request to issue it got no answer. */
  | { at: 'offered'; code: VerificationCode; preview: LicensePreview; issuedBefore: number; lost?: LineProblem }
  | { at: 'refused'; code: VerificationCode; problem: LineProblem }
  | { at: 'unasked'; code: VerificationCode; problem: LineProblem }
  /** `order`: 1 for the first licence that the batch issued. */
  | { at: 'issued'; code: VerificationCode; preview: LicensePreview; license: License; order: number };

export type Offered = Line & { standing: Extract<LineState, { at: 'offered' }> };
export type Issued = Line & { standing: Extract<LineState, { at: 'issued' }> };

/** `arrived` counts the unreadable texts, for their names; the other counts describe the codes added last. */
export type Batch = { lines: readonly Line[]; issued: number; arrived: number };

export const emptyBatch: Batch = { lines: [], issued: 0, arrived: 0 };

/** The largest number of codes in a batch. */
export const maxLines = 100;

export type Arrival = { file: string | null } & ({ code: VerificationCode } | { words: string });

/** The numbers of codes that were added, duplicate, or beyond the limit. */
export type AddedCounts = { batch: Batch; added: number; twice: number; beyond: number };

/** Returns the batch with the new codes at its end; a duplicate is not added. */
export function addArrivals(batch: Batch, arrivals: readonly Arrival[]): AddedCounts {
  let { arrived } = batch;
  const lines = new Map(batch.lines.map((line) => [line.id, line]));
  let [twice, beyond] = [0, 0];
  for (const arrival of arrivals) {
    const id = 'code' in arrival ? arrival.code.text : `unreadable ${(arrived += 1)}`;
    if (lines.has(id)) twice += 1;
    else if (lines.size >= maxLines) beyond += 1;
    else lines.set(id, { id, file: arrival.file, standing: toLineState(arrival) });
  }
  const added = lines.size - batch.lines.length;
  return { batch: { ...batch, arrived, lines: [...lines.values()] }, added, twice, beyond };
}

const toLineState = (arrival: Arrival): LineState =>
  'code' in arrival ? { at: 'waiting', code: arrival.code } : { at: 'unreadable', words: arrival.words };

/** Returns the batch with the new state of one line; a line that was removed meanwhile stays removed. */
export const setLineState = (batch: Batch, id: string, standing: LineState): Batch => ({
  ...batch,
  lines: batch.lines.map((line) => (line.id === id ? { ...line, standing } : line)),
});

export const removeLine = (batch: Batch, id: string): Batch => ({
  ...batch,
  lines: batch.lines.filter((line) => line.id !== id),
});

/** Returns the batch with the licence of a code. */
export function setIssued(batch: Batch, { id, standing }: Offered, license: License): Batch {
  const { code, preview } = standing;
  const order = batch.issued + 1;
  return { ...setLineState(batch, id, { at: 'issued', code, preview, license, order }), issued: order };
}

/** Marks all lines without a licence to be checked again, for example after a change of brand or a lost connection. */
export const resetChecks = (batch: Batch, which: (line: Line) => boolean = () => true): Batch => ({
  ...batch,
  lines: batch.lines.map((line) => {
    const { standing } = line;
    const isDone = standing.at === 'issued' || standing.at === 'unreadable';
    return isDone || !which(line) ? line : { ...line, standing: { at: 'waiting', code: standing.code } };
  }),
});

/** The readable codes that have no licence yet, one per line, to keep them. */
export const listOpenCodes = ({ lines }: Batch): string =>
  lines
    .flatMap(({ id, standing }) => (standing.at === 'unreadable' || standing.at === 'issued' ? [] : [id]))
    .join('\n');

export const isIssued = (line: Line): line is Issued => line.standing.at === 'issued';
