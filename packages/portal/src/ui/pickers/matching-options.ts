export type PickerOption = {
  value: string;
  label: string;
  /** The second line of the option, for example the town of a company. */
  detail?: string;
  /** More names by which the option is found, for example `UK` for United Kingdom. */
  otherNames?: readonly string[];
};

/** Removes case and accents from a text for comparisons: `cote d'ivoire` finds Côte d'Ivoire. */
const foldText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();

/** Lists the options of which a name contains the text; the options of which a name begins with the text come first. */
export function listMatchingOptions(options: readonly PickerOption[], text: string): readonly PickerOption[] {
  const foldedText = foldText(text);
  const matches = options.filter((option) => listNames(option).some((name) => name.includes(foldedText)));
  const startsWithText = (option: PickerOption): boolean => beginsWith(option, foldedText);
  return [...matches.filter(startsWithText), ...matches.filter((option) => !startsWithText(option))];
}

const listNames = ({ label, otherNames = [] }: PickerOption): string[] => [label, ...otherNames].map(foldText);

const beginsWith = (option: PickerOption, foldedText: string): boolean =>
  listNames(option).some((name) => name.startsWith(foldedText));

/**
 * Finds the option with the given name. If several options have the name, the function returns undefined, because only the user knows which
 * option they mean.
 */
export function findOptionByName(options: readonly PickerOption[], text: string): PickerOption | undefined {
  const [option, ...optionsOfSameName] = options.filter((each) => listNames(each).includes(foldText(text)));
  return optionsOfSameName.length === 0 ? option : undefined;
}

/** Finds the option with the given name, else the only option that begins with the text, else the only option that contains it. */
export function findMatchingOption(options: readonly PickerOption[], text: string): PickerOption | undefined {
  if (foldText(text) === '') return undefined;
  const matches = listMatchingOptions(options, text);
  const optionsBeginningWithText = matches.filter((option) => beginsWith(option, foldText(text)));
  const candidates = optionsBeginningWithText.length > 0 ? optionsBeginningWithText : matches;
  return findOptionByName(options, text) ?? (candidates.length === 1 ? candidates[0] : undefined);
}
