/**
 * The name of an environment variable that the portal does not know but that looks like one of its variables, with the
 * name of that variable.
 */
export type MisspeltName = { givenName: string; meantName: string };

/**
 * Names with fewer characters may not differ in a character, because they are often variables of other programs: POST
 * differs from PORT in one character.
 */
const minLengthForWrongCharacter = 7;

/**
 * Finds names that differ from a known name only in upper and lower case or in separators (`PublicUrl`), or in one
 * character that is missing, added, changed or swapped with the next character (`PUBLIC_ULR`).
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
    (expectedName.length >= minLengthForWrongCharacter && differInOneCharacter(givenName, expectedName))
  );
}

function differInOneCharacter(firstName: string, secondName: string): boolean {
  const [longer, shorter] = firstName.length >= secondName.length ? [firstName, secondName] : [secondName, firstName];
  const differenceIndex = Array.from(longer).findIndex((letter, index) => letter !== shorter[index]);
  const restOfLonger = longer.slice(differenceIndex + 1);
  const swappedName = `${longer[differenceIndex + 1]}${longer[differenceIndex]}${longer.slice(differenceIndex + 2)}`;
  return longer.length === shorter.length
    ? restOfLonger === shorter.slice(differenceIndex + 1) || swappedName === shorter.slice(differenceIndex)
    : restOfLonger === shorter.slice(differenceIndex);
}
