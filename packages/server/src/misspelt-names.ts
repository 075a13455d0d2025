/** A name in the environment that is not a variable of the portal but looks like one. */
export type MisspeltName = { givenName: string; meantName: string };

/** Shorter names are not compared, because they are often the variables of other programs: POST differs from PORT in one letter. */
const shortestWithWrongLetter = 7;

/**
 * Finds names that differ from a known name only in capitals and separators (`PublicUrl`), or in one letter that is missing, added,
 * changed or swapped with the next (`PUBLIC_ULR`).
 */
export function findMisspelt(givenNames: readonly string[], knownNames: readonly string[]): MisspeltName[] {
  return givenNames
    .filter((name) => !knownNames.includes(name))
    .flatMap((name) => {
      const meantName = knownNames.find((knownName) => looksLike(name, knownName));
      return meantName === undefined ? [] : [{ givenName: name, meantName }];
    });
}

const normaliseName = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

function looksLike(name: string, knownName: string): boolean {
  const [givenName, expectedName] = [normaliseName(name), normaliseName(knownName)];
  return (
    givenName === expectedName ||
    (expectedName.length >= shortestWithWrongLetter && differInOneLetter(givenName, expectedName))
  );
}

function differInOneLetter(firstName: string, secondName: string): boolean {
  const [longer, shorter] = firstName.length >= secondName.length ? [firstName, secondName] : [secondName, firstName];
  const differenceIndex = Array.from(longer).findIndex((letter, index) => letter !== shorter[index]);
  const restOfLonger = longer.slice(differenceIndex + 1);
  const swappedName = `${longer[differenceIndex + 1]}${longer[differenceIndex]}${longer.slice(differenceIndex + 2)}`;
  return longer.length === shorter.length
    ? restOfLonger === shorter.slice(differenceIndex + 1) || swappedName === shorter.slice(differenceIndex)
    : restOfLonger === shorter.slice(differenceIndex);
}
