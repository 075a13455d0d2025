/** The characters of a text as the search indexes count them: code points, not what people see as one. */
// oxlint-disable-next-line typescript/no-misused-spread
export const charactersOf = (text: string): string[] => [...text];

/** A keyword's words by how they are looked up. */
export type Sought = {
  /** Words of three characters and more, found anywhere in the text. */
  long: readonly string[];
  /** Words of one or two letters or digits, found where a word of the text begins. */
  short: readonly string[];
  /** One or two characters with a sign among them: no index has them, so texts are read. */
  signs: readonly string[];
  /** The id of the only row that may match, if the keyword names something of that row, such as a licence of a user. */
  row?: number | undefined;
};

export function soughtIn(words: readonly string[]): Sought {
  const long = words.filter((word) => charactersOf(word).length > 2);
  const rest = words.filter((word) => charactersOf(word).length <= 2);
  return { long, short: rest.filter(isPlain), signs: rest.filter((word) => !isPlain(word)) };
}

const isPlain = (word: string): boolean => /^[\p{L}\p{N}]+$/u.test(word);

/** The first two letters of each word of a text, each behind two blanks: so three characters tell that a word begins with one or two letters. */
export const startsIn = (text: string): string =>
  [
    ...new Set([...text.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => `  ${charactersOf(word).slice(0, 2).join('')}`)),
  ].join('');

/** What the text of starts contains if a word begins with this one. */
export const startOf = (short: string): string => (charactersOf(short).length === 1 ? `  ${short}` : ` ${short}`);

/** All groups of three consecutive characters, each once. */
export const trigramsOf = (text: string): string[] => {
  const letters = charactersOf(text);
  return [...new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))];
};

/** How many rows of the sample contain a group of three characters. */
export type Sample = { rows: number; n: ReadonlyMap<string, number> };

/**
 * The groups of three that are looked up: of each word the rarest. Those that are in every fortieth text cost more to read than they leave out,
 * so one of them is enough where another word is rare.
 */
export function rarest({ long, short }: Sought, { rows, n }: Sample): string[] {
  const share = (term: string): number => (rows === 0 ? 0 : (n.get(term) ?? 0) / rows);
  const words = [...long.map(trigramsOf), ...short.map((word) => [startOf(word)])].map((terms) =>
    terms.toSorted((a, b) => share(a) - share(b)),
  );
  const isAnyRare = words.some(([first]) => first !== undefined && share(first) < rare);
  const chosen = words.flatMap((terms) => {
    if (share(terms[0] ?? '') >= rare) return terms.slice(0, isAnyRare ? 1 : 2);
    return terms.slice(0, 4).filter((term, at) => at < 2 || share(term) < rare);
  });
  return [...new Set(chosen)].toSorted((a, b) => share(a) - share(b));
}

const rare = 1 / 40;
