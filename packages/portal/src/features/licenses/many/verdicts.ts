import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { License, LicensePreview } from '@basics/contract/licenses.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { isIssued } from './batch.ts';
import type { Line, LineProblem, Offered } from './batch.ts';

/** The result for a line, with all other lines taken into account. */
export type Verdict =
  | { is: 'unreadable'; words: string }
  | { is: 'asking' }
  /** Another code in the batch is of the same PC, and newer. */
  | { is: 'older' }
  | { is: 'unasked'; problem: LineProblem }
  | { is: 'refused'; problem: LineProblem }
  | { is: 'noSeat'; allowed: number }
  | { is: 'noMove'; allowed: number }
  | { is: 'ready'; preview: LicensePreview; lost: LineProblem | undefined }
  /** The code already has a licence: issuing returns that licence. */
  | { is: 'existing'; preview: LicensePreview }
  | { is: 'issued'; license: License };

/**
 * Returns the result of each line, by its id. Seats and moves are counted over all lines in order: the third of three codes for two
 * seats is refused at once, not after the second is issued.
 */
export function computeVerdicts(lines: readonly Line[]): ReadonlyMap<string, Verdict> {
  const wants: RequiredSeats = new Map();
  return new Map(lines.map((line) => [line.id, computeVerdict(line, lines, wants)]));
}

/** The seats and moves that the lines before this one will use, by tool. */
type RequiredSeats = Map<string, { seats: number; moves: number }>;

function computeVerdict(line: Line, lines: readonly Line[], wants: RequiredSeats): Verdict {
  const { standing } = line;
  if (standing.at === 'unreadable') return { is: 'unreadable', words: standing.words };
  if (standing.at === 'issued') return { is: 'issued', license: standing.license };
  if (hasNewer(standing.code, lines)) return { is: 'older' };
  if (standing.at === 'waiting') return { is: 'asking' };
  if (standing.at === 'unasked') return { is: 'unasked', problem: standing.problem };
  if (standing.at === 'refused') return { is: 'refused', problem: standing.problem };
  const { preview, lost } = standing;
  if (preview.problem) return { is: 'refused', problem: preview.problem };
  if (preview.existingLicenseId !== undefined) return { is: 'existing', preview };
  return findLimit({ ...line, standing }, lines, wants) ?? { is: 'ready', preview, lost };
}

/** Returns the limit that the line would exceed, if any; else counts its seat or move for the next lines. */
function findLimit({ standing }: Offered, lines: readonly Line[], wants: RequiredSeats): Verdict | null {
  const { offer, machine, tool } = standing.preview;
  if (!offer) return null;
  const wanted = wants.get(tool) ?? { seats: 0, moves: 0 };
  const done = countIssuedSince(standing.issuedBefore, tool, lines);
  const isMove = machine.relation === 'moved';
  if (offer.takesSeat && offer.seatsUsed + done.seats + wanted.seats >= offer.seatsAllowed)
    return { is: 'noSeat', allowed: offer.seatsAllowed };
  if (isMove && offer.movesUsed + done.moves + wanted.moves >= offer.movesAllowed)
    return { is: 'noMove', allowed: offer.movesAllowed };
  wants.set(tool, {
    seats: wanted.seats + (offer.takesSeat ? 1 : 0),
    moves: wanted.moves + (isMove ? 1 : 0),
  });
  return null;
}

/** The seats and moves that this batch has used since that answer, which does not include them. */
function countIssuedSince(order: number, tool: string, lines: readonly Line[]): { seats: number; moves: number } {
  const since = lines
    .filter((line) => isIssued(line))
    .filter(({ standing }) => standing.order > order && standing.preview.tool === tool)
    .filter(({ standing }) => standing.preview.existingLicenseId === undefined)
    .map(({ standing }) => standing.preview);
  return {
    seats: since.filter(({ offer }) => offer?.takesSeat === true).length,
    moves: since.filter(({ machine }) => machine.relation === 'moved').length,
  };
}

/** Two codes of one PC get one licence: the newer code has the current state of the PC; if both have the same time, the first counts. */
function hasNewer(code: VerificationCode, lines: readonly Line[]): boolean {
  const others = lines.flatMap(({ standing }) => ('code' in standing ? [standing.code] : []));
  const at = others.findIndex(({ text }) => text === code.text);
  return others.some((other, otherAt) => {
    const isNewer = other.claims.createdAt > code.claims.createdAt;
    const isFirst = other.claims.createdAt === code.claims.createdAt && otherAt < at;
    return (isNewer || isFirst) && isSamePc(other, code);
  });
}

const isSamePc = ({ claims: one }: VerificationCode, { claims: other }: VerificationCode): boolean =>
  one.toolId === other.toolId && relateFingerprints(one.fingerprint, other.fingerprint) !== 'different';

/** The lines that will be issued, in their order. */
export function selectIssuable(lines: readonly Line[], verdicts: ReadonlyMap<string, Verdict>): Offered[] {
  return lines.flatMap((line) => {
    const verdict = verdicts.get(line.id);
    const isGood = verdict?.is === 'ready' || verdict?.is === 'existing';
    return isGood && line.standing.at === 'offered' ? [{ ...line, standing: line.standing }] : [];
  });
}
