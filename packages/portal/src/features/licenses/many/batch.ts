import type { License, LicensePreview, CodeOwner } from '@basics/contract/licenses/licenses.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { ApiProblem, createPortalProblem } from '#portal/api/api-problem.ts';
import { readVerificationCodes } from '@basics/licensing/text/several-codes.ts';
import { codeFile } from '#portal/texts/code-file.ts';
import { readFileText } from '#portal/ui/files/local-files.ts';
import { browserPrimitives } from '#portal/session/codes/browser-primitives.ts';
import { describeRefusal } from '../codes/read-code.ts';
import { relateFingerprints } from '@basics/licensing/fingerprint.ts';

export type LineProblem = { code: string; message: string };

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

/**
 * Lists the accounts that the server proposes as owners of the codes, without duplicates. The account of the member of staff comes last.
 */
export function listCodeOwners(lines: readonly CodeLine[], userId: number): CodeOwner[] {
  const owners = lines.flatMap(({ state }) => (state.status === 'offered' ? (state.preview.owners ?? []) : []));
  const ownersById = new Map(owners.map((owner) => [owner.userId, owner]));
  return [...ownersById.values()].toSorted((first, second) => rankOwner(first, userId) - rankOwner(second, userId));
}

const rankOwner = (owner: CodeOwner, userId: number): number => (owner.userId === userId ? 1 : 0);

/**
 * Lists the codes that go to the customer whom staff have chosen: the codes of the customer's PCs and of PCs that the portal does not know.
 * If the list is empty, staff have chosen a customer whom the server did not propose, for example the new owner of a PC. In this case, the
 * function returns all codes for which the server proposes an owner.
 */
export function listCodesForCustomer(lines: readonly CodeLine[], customerId: number, staffId: number): string[] {
  const linesWithoutLicense = lines.filter(({ state }) => state.status !== 'unreadable' && state.status !== 'issued');
  const codes = linesWithoutLicense.filter(({ state }) => {
    // A code that the server has not checked yet may belong to the customer. If the server proposes no owner, the PC belongs to the member
    // of staff.
    if (state.status !== 'offered') return true;
    const owners = state.preview.owners ?? [];
    const isUnknownPc = owners.length > 0 && owners.every(({ userId }) => userId === staffId);
    return isUnknownPc || owners.some(({ userId }) => userId === customerId);
  });
  const chosenLines =
    codes.length > 0 ? codes : linesWithoutLicense.filter((line) => listCodeOwners([line], staffId).length > 0);
  return chosenLines.map(({ id }) => id);
}

/** Converts an error to the problem of a line. An error that is not an `ApiProblem` means that no answer arrived. */
export function toLineProblem(error: unknown): LineProblem {
  const { code, message } = error instanceof ApiProblem ? error : createPortalProblem('UNREACHABLE', 0, error);
  return { code, message };
}

/** Returns the codes in a text. Other text between the codes is ignored. The list is empty if nothing in the text begins like a code. */
export function readCodes(text: string, file: string | null = null): AddedCode[] {
  return readVerificationCodes(text, browserPrimitives).map((reading) =>
    reading.ok ? { file, code: reading.value } : { file, error: describeRefusal(reading.refusal) },
  );
}

/** Returns the codes in each file; a file without a code gets a line with an error. */
export async function readCodesOfFiles(files: readonly File[]): Promise<AddedCode[]> {
  const codesOfFiles = await Promise.all(files.map((file) => readCodesOfFile(file)));
  return codesOfFiles.flat();
}

async function readCodesOfFile(file: File): Promise<AddedCode[]> {
  const fileResult = await readFileText(file);
  if (!fileResult.ok) return [{ file: file.name, error: codeFile.bad[fileResult.reason] }];
  const addedCodes = readCodes(fileResult.text, file.name);
  return addedCodes.length > 0 ? addedCodes : [{ file: file.name, error: describeRefusal({ code: 'NOT_A_CODE' }) }];
}

/** The result for one line of the batch, which also depends on the other lines. */
export type Verdict =
  | { kind: 'unreadable'; error: string }
  | { kind: 'asking' }
  /** The batch contains a newer code of the same PC. */
  | { kind: 'older' }
  | { kind: 'unasked'; problem: LineProblem }
  | { kind: 'refused'; problem: LineProblem }
  | { kind: 'noSeat'; allowed: number }
  | { kind: 'noMove'; allowed: number }
  | { kind: 'ready'; preview: LicensePreview; unansweredRequest: LineProblem | undefined }
  /** The code already has a licence. A request to issue a licence for this code returns the existing licence. */
  | { kind: 'existing'; preview: LicensePreview }
  | { kind: 'issued'; license: License };

/**
 * Returns the result of each line, by its id. Seats and moves are counted over all lines in order: the third of three codes for two
 * seats is refused at once, not after the second is issued.
 */
export function computeVerdicts(lines: readonly CodeLine[]): ReadonlyMap<string, Verdict> {
  const reservedSeats: ReservedSeats = new Map();
  return new Map(lines.map((line) => [line.id, computeVerdict(line, lines, reservedSeats)]));
}

/** The numbers of seats and moves that the previous lines will use, for each tool. */
type ReservedSeats = Map<string, { seats: number; moves: number }>;

function computeVerdict(line: CodeLine, lines: readonly CodeLine[], reservedSeats: ReservedSeats): Verdict {
  const { state } = line;
  if (state.status === 'unreadable') return { kind: 'unreadable', error: state.error };
  if (state.status === 'issued') return { kind: 'issued', license: state.license };
  if (hasNewerCode(state.code, lines)) return { kind: 'older' };
  if (state.status === 'waiting') return { kind: 'asking' };
  if (state.status === 'unasked') return { kind: 'unasked', problem: state.problem };
  if (state.status === 'refused') return { kind: 'refused', problem: state.problem };
  const { preview, unansweredRequest } = state;
  if (preview.problem) return { kind: 'refused', problem: preview.problem };
  if (preview.existingLicenseId !== undefined) return { kind: 'existing', preview };
  return reserveOrFindLimit({ ...line, state }, lines, reservedSeats) ?? { kind: 'ready', preview, unansweredRequest };
}

/**
 * Returns the limit that the line would exceed. If the line exceeds no limit, the function returns null and reserves the seat or move of
 * the line.
 */
function reserveOrFindLimit(
  { state }: OfferedLine,
  lines: readonly CodeLine[],
  reservedSeats: ReservedSeats,
): Verdict | null {
  const { offer, machine, tool } = state.preview;
  if (!offer) return null;
  const reservedForTool = reservedSeats.get(tool) ?? { seats: 0, moves: 0 };
  const issuedSince = countIssuedSince(state.issuedBefore, tool, lines);
  const isMove = machine.relation === 'moved';
  if (offer.takesSeat && offer.seatsUsed + issuedSince.seats + reservedForTool.seats >= offer.seatsAllowed)
    return { kind: 'noSeat', allowed: offer.seatsAllowed };
  if (isMove && offer.movesUsed + issuedSince.moves + reservedForTool.moves >= offer.movesAllowed)
    return { kind: 'noMove', allowed: offer.movesAllowed };
  reservedSeats.set(tool, {
    seats: reservedForTool.seats + (offer.takesSeat ? 1 : 0),
    moves: reservedForTool.moves + (isMove ? 1 : 0),
  });
  return null;
}

/** Counts the seats and moves of licences that this batch issued after an answer of the server, because that answer does not include them. */
function countIssuedSince(
  issueOrder: number,
  tool: string,
  lines: readonly CodeLine[],
): { seats: number; moves: number } {
  const issuedPreviews = lines
    .filter((line) => isIssued(line))
    .filter(({ state }) => state.issueOrder > issueOrder && state.preview.tool === tool)
    .filter(({ state }) => state.preview.existingLicenseId === undefined)
    .map(({ state }) => state.preview);
  return {
    seats: issuedPreviews.filter(({ offer }) => offer?.takesSeat === true).length,
    moves: issuedPreviews.filter(({ machine }) => machine.relation === 'moved').length,
  };
}

/** Whether the batch has a newer code of the same PC. Of two codes with the same time, the first in the list counts as the newer one. */
function hasNewerCode(code: VerificationCode, lines: readonly CodeLine[]): boolean {
  const otherCodes = lines.flatMap(({ state }) => ('code' in state ? [state.code] : []));
  const codeIndex = otherCodes.findIndex(({ text }) => text === code.text);
  return otherCodes.some((otherCode, otherIndex) => {
    const isNewer = otherCode.claims.createdAt > code.claims.createdAt;
    const isEarlierInList = otherCode.claims.createdAt === code.claims.createdAt && otherIndex < codeIndex;
    return (isNewer || isEarlierInList) && isSamePc(otherCode, code);
  });
}

const isSamePc = ({ claims: first }: VerificationCode, { claims: other }: VerificationCode): boolean =>
  first.toolId === other.toolId && relateFingerprints(first.fingerprint, other.fingerprint) !== 'different';

/** Returns the lines for which a licence can be issued, in their order. */
export function selectIssuable(lines: readonly CodeLine[], verdicts: ReadonlyMap<string, Verdict>): OfferedLine[] {
  return lines.flatMap((line) => {
    const verdict = verdicts.get(line.id);
    const isIssuable = verdict?.kind === 'ready' || verdict?.kind === 'existing';
    return isIssuable && line.state.status === 'offered' ? [{ ...line, state: line.state }] : [];
  });
}
