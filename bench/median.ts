export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Returns how often a first time is longer than a second time (AUC): 0.50 means that the times do not differ. */
export function compareTimes(firstTimes: readonly number[], secondTimes: readonly number[]): number {
  const comparisons = firstTimes.flatMap((first) => secondTimes.map((second) => Number(first > second)));
  return comparisons.reduce((sum, isLonger) => sum + isLonger, 0) / comparisons.length;
}
