export type PickerOption = {
  value: string;
  label: string;
  /** The second line of the option, for example the town of a company. */
  detail?: string;
};

/** Removes case and accents from a text for comparisons: `cote d'ivoire` finds Côte d'Ivoire. */
const foldText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();

/** Lists the options whose label contains the text; the options that begin with the text come first. */
export function listMatchingOptions(options: readonly PickerOption[], text: string): readonly PickerOption[] {
  const foldedText = foldText(text);
  const matches = options.filter(({ label }) => foldText(label).includes(foldedText));
  const beginsWithText = ({ label }: PickerOption): boolean => foldText(label).startsWith(foldedText);
  return [...matches.filter(beginsWithText), ...matches.filter((option) => !beginsWithText(option))];
}

/**
 * Finds the option with the given name. If several options have the name, the function returns undefined, because only the user knows which
 * option they mean.
 */
export function findOptionByName(options: readonly PickerOption[], text: string): PickerOption | undefined {
  const [option, ...optionsOfSameName] = options.filter(({ label }) => foldText(label) === foldText(text));
  return optionsOfSameName.length === 0 ? option : undefined;
}

/** Finds the option with the given name, else the only option that begins with the text, else the only option that contains it. */
export function findMatchingOption(options: readonly PickerOption[], text: string): PickerOption | undefined {
  if (foldText(text) === '') return undefined;
  const matches = listMatchingOptions(options, text);
  const optionsBeginningWithText = matches.filter(({ label }) => foldText(label).startsWith(foldText(text)));
  const candidates = optionsBeginningWithText.length > 0 ? optionsBeginningWithText : matches;
  return findOptionByName(options, text) ?? (candidates.length === 1 ? candidates[0] : undefined);
}
