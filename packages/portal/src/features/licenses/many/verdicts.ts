import { relateFingerprints } from '@basics/licensing/fingerprint.ts';
import type { License, LicensePreview } from '@basics/contract/licenses.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { isIssued } from './batch.ts';
import type { Line, LineProblem, Offered } from './batch.ts';

/** What is to be said of a line, with all other lines in view. */
export type Verdict =
  | { is: 'unreadable'; words: string }
  | { is: 'asking' }
  /** Another code here is of the same PC, and newer. */
  | { is: 'older' }
  | { is: 'unasked'; problem: LineProblem }
  | { is: 'refused'; problem: LineProblem }
  | { is: 'noSeat'; allowed: number }
  | { is: 'noMove'; allowed: number }
  | { is: 'ready'; preview: LicensePreview; lost: LineProblem | undefined }
  /** It has brought its licence before: to issue it gives that one again. */
  | { is: 'existing'; preview: LicensePreview }
  | { is: 'issued'; license: License };

/**
 * The verdict of each line, by its id. Seats and moves are counted over all lines in their order: of three codes for two seats the third
 * is told now, and not when the second has been issued.
 */
export function verdictsOf(lines: readonly Line[]): ReadonlyMap<string, Verdict> {
  const wants: Wants = new Map();
  return new Map(lines.map((line) => [line.id, verdictOf(line, lines, wants)]));
}

/** What the lines before this one will take, by tool. */
type Wants = Map<string, { seats: number; moves: number }>;

function verdictOf(line: Line, lines: readonly Line[], wants: Wants): Verdict {
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
  return limitOf({ ...line, standing }, lines, wants) ?? { is: 'ready', preview, lost };
}

/** What the line would exceed, if it would; else what it takes is counted for those behind it. */
function limitOf({ standing }: Offered, lines: readonly Line[], wants: Wants): Verdict | null {
  const { offer, machine, tool } = standing.preview;
  if (!offer) return null;
  const wanted = wants.get(tool) ?? { seats: 0, moves: 0 };
  const done = issuedSince(standing.issuedBefore, tool, lines);
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

/** What this batch has taken since that answer, which therefore does not count it. */
function issuedSince(order: number, tool: string, lines: readonly Line[]): { seats: number; moves: number } {
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

/** Two codes of one PC are no two licences: the newer one says how the PC is now; of the same moment, the first. */
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
export function toIssue(lines: readonly Line[], verdicts: ReadonlyMap<string, Verdict>): Offered[] {
  return lines.flatMap((line) => {
    const verdict = verdicts.get(line.id);
    const isGood = verdict?.is === 'ready' || verdict?.is === 'existing';
    return isGood && line.standing.at === 'offered' ? [{ ...line, standing: line.standing }] : [];
  });
}
