/** The spelling alphabet of ICAO and NATO for the characters of codes, and figures as words. ICAO Annex 10, volume II, 5.2.1.3. */
const letters =
  'Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango ' +
  'Uniform Victor Whiskey X-ray Yankee Zulu';
const figures = 'zero one two three four five six seven eight nine';

const words = new Map([
  ...letters.split(' ').map((word): [string, string] => [word.charAt(0), word]),
  ...figures.split(' ').map((word, figure): [string, string] => [String(figure), word]),
]);

/** The words to say for each group of a printed line, one text for each; the dashes are not said. */
export const spellLine = (line: string): string[] =>
  line
    .split('-')
    .filter((group) => group !== '')
    .map((group) => Array.from(group, (character) => words.get(character) ?? character).join(' '));
