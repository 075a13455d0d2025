/** A name in the environment that is not a variable of the portal but looks like one. */
export type MisspeltName = { given: string; meant: string };

/** One wrong letter in a shorter name often makes another program's variable: POST for PORT. */
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

const bare = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

function looksLike(name: string, known: string): boolean {
  const [one, other] = [bare(name), bare(known)];
  return one === other || (other.length >= shortestWithWrongLetter && differInOneLetter(one, other));
}

function differInOneLetter(one: string, other: string): boolean {
  const [longer, shorter] = one.length >= other.length ? [one, other] : [other, one];
  const at = Array.from(longer).findIndex((letter, index) => letter !== shorter[index]);
  const rest = longer.slice(at + 1);
  const swapped = `${longer[at + 1]}${longer[at]}${longer.slice(at + 2)}`;
  return longer.length === shorter.length
    ? rest === shorter.slice(at + 1) || swapped === shorter.slice(at)
    : rest === shorter.slice(at);
}
