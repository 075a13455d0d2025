/** The spelling alphabet of ICAO and NATO for the letters of codes (ICAO Annex 10, volume II, 5.2.1.3). Digits are spoken as words. */
const letterNames =
  'Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango ' +
  'Uniform Victor Whiskey X-ray Yankee Zulu';
const digitNames = 'zero one two three four five six seven eight nine';

const spokenWords = new Map([
  ...letterNames.split(' ').map((word): [string, string] => [word.charAt(0), word]),
  ...digitNames.split(' ').map((word, digit): [string, string] => [String(digit), word]),
]);

/** Returns the words to say for each group of a printed line, one text for each group; dashes are not spoken. */
export const spellLine = (line: string): string[] =>
  line
    .split('-')
    .filter((group) => group !== '')
    .map((group) => Array.from(group, (character) => spokenWords.get(character) ?? character).join(' '));
