/** Pseudo-random numbers: the same seed gives the same sequence, so that every demo is the same. Not for secrets. */
export type RandomNumbers = {
  /** Returns an integer from `min` to `max`, both included. */
  between: (min: number, max: number) => number;
  pick: <T>(choices: readonly [T, ...T[]]) => T;
  /** Returns true in this percentage of cases. */
  happens: (percent: number) => boolean;
  bytes: (count: number) => Uint8Array;
};

/** Creates pseudo-random numbers with Marsaglia's xorshift32 (Journal of Statistical Software 8, 2003). */
export function createRandomNumbers(seed: number): RandomNumbers {
  let state = seed;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    between,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
    happens: (percent) => next() * 100 < percent,
    bytes: (count) => Uint8Array.from({ length: count }, () => between(0, 255)),
  };
}
