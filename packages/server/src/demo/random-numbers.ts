/** Pseudo-random numbers: the same seed gives the same sequence, so that every demo is the same. Not for secrets. */
export type RandomNumbers = {
  /** Returns an integer from `min` to `max`, both included. */
  integerBetween: (min: number, max: number) => number;
  pick: <T>(choices: readonly [T, ...T[]]) => T;
  /** Returns true in this percentage of cases. */
  isTrueIn: (percent: number) => boolean;
  bytes: (count: number) => Uint8Array;
};

/** Creates pseudo-random numbers with Marsaglia's xorshift32 (Journal of Statistical Software 8, 2003). */
export function createRandomNumbers(seed: number): RandomNumbers {
  let randomState = seed;
  const nextFraction = (): number => {
    randomState ^= randomState << 13;
    randomState ^= randomState >>> 17;
    randomState ^= randomState << 5;
    return (randomState >>> 0) / 2 ** 32;
  };
  const integerBetween = (min: number, max: number): number => min + Math.floor(nextFraction() * (max - min + 1));
  return {
    integerBetween,
    pick: (choices) => choices[integerBetween(0, choices.length - 1)] ?? choices[0],
    isTrueIn: (percent) => nextFraction() * 100 < percent,
    bytes: (count) => Uint8Array.from({ length: count }, () => integerBetween(0, 255)),
  };
}
