import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { License, LicensePreview } from '@basics/contract/licenses/licenses.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { isIssued } from './batch.ts';
import type { CodeLine, LineProblem, OfferedLine } from './batch.ts';

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
