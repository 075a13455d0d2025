/** Compares versions such as "1.10.0" by their numbers, so that a sorted list begins with the newest version. */
export function compareVersions(one: string, two: string): number {
  const [left, right] = [readNumbers(one), readNumbers(two)];
  const differingIndex = left.findIndex((number, index) => number !== right[index]);
  return differingIndex === -1 ? 0 : (right[differingIndex] ?? 0) - (left[differingIndex] ?? 0);
}

const readNumbers = (version: string): number[] => version.split('.').map(Number);
