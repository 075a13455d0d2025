import { days, toUtcDay } from '#server/platform/clock/clock.ts';

/** What a grant allows: the number of PCs (null for the number of the policy), its days (both included), and its add-ons. */
export type GrantTerms = {
  pcs: number | null;
  validFrom: string | null;
  validTo: string | null;
  configTools: readonly string[];
};

/** A line of an order that gives PCs of one tool and brand. */
export type TermsLine = GrantTerms & { pcs: number };

/** The terms on a day, and the day on which they change next; null if they do not change. */
export type DatedTerms = { terms: GrantTerms; nextDay: string | null };

/**
 * Returns what lines give together on a day; null if no line has a PC. The PCs of the lines that are valid on that day are added. The terms
 * last until the sum falls, so that no licence outlives the PCs that were bought; a sum that rises or stays, as with a renewal, continues
 * them. If no line is valid on the day, the next one counts, or else the last one.
 */
export function findTerms(allLines: readonly TermsLine[], today: string): DatedTerms | null {
  const lines = allLines.filter(({ pcs }) => pcs > 0);
  if (lines.length === 0) return null;
  const day = findCoveredDay(lines, today);
  const validLines = lines.filter((line) => covers(line, day));
  const pcs = addPcs(validLines);
  const changes = listChanges(lines, day);
  const end = changes.find((change) => addPcs(lines.filter((line) => covers(line, change))) < pcs);
  return {
    terms: {
      pcs,
      validFrom: findFirstDay(validLines),
      validTo: end === undefined ? null : addDays(end, -1),
      configTools: [...new Set(validLines.flatMap(({ configTools }) => configTools))].toSorted(),
    },
    nextDay: listChanges(lines, today)[0] ?? null,
  };
}

/**
 * Returns the terms of a grant after the terms that orders give have changed from `before` to `after`. What staff have changed meanwhile stays:
 * PCs and add-ons change by the difference, and the days change only if the orders change them.
 */
export function mergeTerms(stored: GrantTerms | null, before: GrantTerms | null, after: GrantTerms): GrantTerms {
  if (!stored || !before) return after;
  const keepsDays = before.validFrom === after.validFrom && before.validTo === after.validTo;
  const { validFrom, validTo } = keepsDays ? stored : after;
  const kept = stored.configTools.filter((addOn) => !before.configTools.includes(addOn));
  return {
    pcs: addDifference(stored.pcs, before.pcs, after.pcs),
    validFrom,
    validTo,
    configTools: [...new Set([...kept, ...after.configTools])].toSorted(),
  };
}

export const isSameTerms = (one: GrantTerms, other: GrantTerms): boolean =>
  one.pcs === other.pcs &&
  one.validFrom === other.validFrom &&
  one.validTo === other.validTo &&
  JSON.stringify(one.configTools.toSorted()) === JSON.stringify(other.configTools.toSorted());

/** A number of the policy cannot be added to a number of PCs bought, so the new number counts. */
const addDifference = (stored: number | null, before: number | null, after: number | null): number | null =>
  stored === null || before === null || after === null ? after : Math.max(0, stored + after - before);

const addPcs = (lines: readonly TermsLine[]): number => lines.reduce((sum, { pcs }) => sum + pcs, 0);

const covers = ({ validFrom, validTo }: TermsLine, day: string): boolean =>
  (validFrom === null || validFrom <= day) && (validTo === null || validTo >= day);

/** Returns today if a line is valid today, else the first day of the next line, else the last day of the last line. */
function findCoveredDay(lines: readonly TermsLine[], today: string): string {
  if (lines.some((line) => covers(line, today))) return today;
  const starts = lines.flatMap(({ validFrom }) => (validFrom !== null && validFrom > today ? [validFrom] : []));
  const ends = lines.flatMap(({ validTo }) => validTo ?? []);
  return starts.toSorted()[0] ?? ends.toSorted().at(-1) ?? today;
}

function findFirstDay(lines: readonly TermsLine[]): string | null {
  const starts = lines.map(({ validFrom }) => validFrom ?? '').toSorted();
  return starts[0] === undefined || starts[0] === '' ? null : starts[0];
}

/** Lists the days after `day` on which a line begins, and the days after the last day of a line, in order. */
function listChanges(lines: readonly TermsLine[], day: string): string[] {
  const changes = lines.flatMap(({ validFrom, validTo }) => [
    ...(validFrom === null ? [] : [validFrom]),
    ...(validTo === null ? [] : [addDays(validTo, 1)]),
  ]);
  return [...new Set(changes)].filter((change) => change > day).toSorted();
}

const addDays = (day: string, count: number): string => toUtcDay(Date.parse(day) + days(count));
