import type { License, LicensePreview, CodeOwner } from '@basics/contract/licenses/licenses.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import type { PortalProblemCode } from '#portal/api/api-problem.ts';
import { ApiProblem, createPortalProblem } from '#portal/api/api-problem.ts';
import { readVerificationCodes } from '@basics/licensing/text/several-codes.ts';
import { codeFile } from '#portal/texts/code-file.ts';
import { readFileText } from '#portal/ui/files/local-files.ts';
import { browserPrimitives } from '../codes/browser-primitives.ts';
import { describeRefusal } from '../codes/read-code.ts';

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
