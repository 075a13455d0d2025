/** Pseudo-random numbers: the same seed gives the same sequence, so that every demo is the same. Not for secrets. */
export type RandomNumbers = {
  /** An integer from `least` to `most`, both included. */
  between: (least: number, most: number) => number;
  pick: <T>(from: readonly [T, ...T[]]) => T;
  /** True in this percentage of cases. */
  happens: (percent: number) => boolean;
  bytes: (count: number) => Uint8Array;
};

/** Marsaglia's xorshift32 (Journal of Statistical Software 8, 2003). */
export function createRandomNumbers(seed: number): RandomNumbers {
  let state = seed;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    pick: (from) => from[between(0, from.length - 1)] ?? from[0],
    happens: (percent) => next() * 100 < percent,
    bytes: (count) => Uint8Array.from({ length: count }, () => between(0, 255)),
  };
}
