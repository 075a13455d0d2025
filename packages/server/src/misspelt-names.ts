/** A name in the environment that is not a variable of the portal but looks like one. */
export type MisspeltName = { given: string; meant: string };

/** In a shorter name, one different letter often means a variable of another program, such as POST instead of PORT. */
const shortestWithWrongLetter = 7;

/**
 * Finds names that differ from a known name only in capitals and separators (`PublicUrl`), or in one letter that is missing, added,
 * changed or swapped with the next (`PUBLIC_ULR`).
 */
export function findMisspelt(given: readonly string[], known: readonly string[]): MisspeltName[] {
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((each) => looksLike(name, each));
      return meant === undefined ? [] : [{ given: name, meant }];
    });
}

const normaliseName = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

function looksLike(name: string, known: string): boolean {
  const [first, second] = [normaliseName(name), normaliseName(known)];
  return first === second || (second.length >= shortestWithWrongLetter && differInOneLetter(first, second));
}

function differInOneLetter(first: string, second: string): boolean {
  const [longer, shorter] = first.length >= second.length ? [first, second] : [second, first];
  const differenceIndex = Array.from(longer).findIndex((letter, index) => letter !== shorter[index]);
  const rest = longer.slice(differenceIndex + 1);
  const swapped = `${longer[differenceIndex + 1]}${longer[differenceIndex]}${longer.slice(differenceIndex + 2)}`;
  return longer.length === shorter.length
    ? rest === shorter.slice(differenceIndex + 1) || swapped === shorter.slice(differenceIndex)
    : rest === shorter.slice(differenceIndex);
}
