/** Compares versions such as "1.10.0" by their numbers, the newest first. */
export function compareVersions(one: string, two: string): number {
  const [left, right] = [readNumbers(one), readNumbers(two)];
  const difference = left.findIndex((number, index) => number !== right[index]);
  return difference === -1 ? 0 : (right[difference] ?? 0) - (left[difference] ?? 0);
}

const readNumbers = (version: string): number[] => version.split('.').map(Number);
