import { otherCountryNames } from '@basics/contract/fields/country-names.ts';
import { useState } from 'react';
import { useAfterPress } from '#portal/ui/hooks/use-timing.ts';

/** A search of options on the server. Its results are the options of the field. */
export type OptionSearch = {
  /** Called with the text to search, and with an empty text when the search has ended. */
  onSearch: (text: string) => void;
  /** Whether the list also opens while the text is empty. */
  opensEmpty?: true;
  /** The chosen option, which need not be among the results. */
  chosenOption: PickerOption | undefined;
  /** Describes the results, or says that the search is running or has failed. */
  status: string;
  /** A last entry of the list that loads more results; null when all are loaded. */
  more?: { label: string; load: () => void } | null;
};

export type PickerValues = {
  options: readonly PickerOption[];
  value: string;
  onChange: (value: string) => void;
  search?: OptionSearch | undefined;
  /** Called when the user types or chooses an option. `hasTextWithoutValue` is true while the text of the field matches no option. */
  onTextWithoutValue?: ((hasTextWithoutValue: boolean) => void) | undefined;
};

/** The state of a picker: its text, whether its list is open, and the active entry, which Enter chooses. */
export function usePicker(values: PickerValues) {
  const { options, value, search } = values;
  const { typedText, isUnknown, typeText, chooseValue, completeText } = useTypedText(values);
  const [isOpened, setOpened] = useState(false);
  const [selectedIndex, setSelectedIndex] = useState(-1);
  const chosenOption = [search?.chosenOption, ...options].find((option) => option?.value === value);
  const { isOpen, shownOptions, entryCount } = findEntries(values, typedText ?? '', isOpened);
  const activeIndex = Math.min(selectedIndex, entryCount - 1);

  function openList(): void {
    setOpened(true);
    if (!isOpen) setSelectedIndex(typedText === null && chosenOption ? options.indexOf(chosenOption) : -1);
  }

  function chooseEntry(index: number): void {
    const option = shownOptions[index];
    if (!option) return search?.more?.load();
    setOpened(false);
    chooseValue(option.value);
  }

  const keyActions: Record<string, () => void> = isOpen
    ? {
        ArrowDown: () => setSelectedIndex(activeIndex >= entryCount - 1 ? 0 : activeIndex + 1),
        ArrowUp: () => setSelectedIndex(activeIndex <= 0 ? entryCount - 1 : activeIndex - 1),
        Escape: () => setOpened(false),
        ...(activeIndex >= 0 && { Enter: () => chooseEntry(activeIndex) }),
      }
    : { ArrowDown: openList, ArrowUp: openList };

  return {
    shownText: typedText ?? chosenOption?.label ?? '',
    isUnknown,
    isOpen,
    shownOptions,
    activeIndex,
    hasEntries: entryCount > 0,
    open: openList,
    chooseEntry,
    keyActions,
    type(text: string): void {
      setOpened(true);
      setSelectedIndex(-1);
      typeText(text);
    },
    completeText(): void {
      setOpened(false);
      completeText();
    },
  };
}

/** Returns the text of the field while the user types it (null otherwise), and whether the text matches no option. */
function useTypedText({ options, value, onChange, search, onTextWithoutValue }: PickerValues) {
  const afterPress = useAfterPress();
  const [typedText, setTypedText] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);

  function typeText(text: string): void {
    setTypedText(text);
    setUnknown(false);
    search?.onSearch(text.trim());
    const typedValue = search && text.trim() !== '' ? value : (findOptionByName(options, text)?.value ?? '');
    if (typedValue !== value) onChange(typedValue);
    onTextWithoutValue?.(text.trim() !== '' && typedValue === '');
  }

  function chooseValue(chosenValue: string): void {
    setTypedText(null);
    setUnknown(false);
    search?.onSearch('');
    if (chosenValue !== value) onChange(chosenValue);
    onTextWithoutValue?.(false);
  }

  /** Ends the typing: if the text matches only one option, that option is chosen. */
  function completeText(): void {
    if (typedText === null) return;
    const option = search ? undefined : findMatchingOption(options, typedText);
    if (search || option) chooseValue(option?.value ?? value);
    else afterPress(() => setUnknown(typedText.trim() !== ''));
  }

  // A typed text that matches no option has no value. If there is a value, another part of the page has set it, for example a saved view of
  // a list.
  const isReplaced = isUnknown && value !== '';
  return {
    typedText: isReplaced ? null : typedText,
    isUnknown: isUnknown && !isReplaced,
    typeText,
    chooseValue,
    completeText,
  };
}

/**
 * Returns the options that the list shows, and the number of entries of the list. One of the entries may be the entry that loads more
 * options.
 */
function findEntries({ options, value, search }: PickerValues, text: string, isOpened: boolean) {
  const matchingOptions = search ? options : listMatchingOptions(options, text);
  // A list that contains only the current option is not shown, because it is not useful and would cover the next field.
  const isUseful = search ? search.opensEmpty || text.trim() !== '' : matchingOptions.length !== 1 || value === '';
  const isOpen = isOpened && isUseful;
  const shownOptions = isOpen ? matchingOptions : [];
  return { isOpen, shownOptions, entryCount: shownOptions.length + (isOpen && search?.more ? 1 : 0) };
}

export type PickerOption = {
  value: string;
  label: string;
  /** The second line of the option, for example the town of a company. */
  detail?: string;
  /** Whether the value is the code of a country, which is also found by its other names, for example `UK` for United Kingdom. */
  isCountry?: true;
};

/** Removes case and accents from a text for comparisons: `cote d'ivoire` finds Côte d'Ivoire. */
export const foldName = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();

/** Lists the options of which a name contains the text; the options of which a name begins with the text come first. */
function listMatchingOptions(options: readonly PickerOption[], text: string): readonly PickerOption[] {
  const foldedText = foldName(text);
  const matches = options.filter((option) => listNames(option).some((name) => name.includes(foldedText)));
  const startsWithText = (option: PickerOption): boolean => beginsWith(option, foldedText);
  return [...matches.filter(startsWithText), ...matches.filter((option) => !startsWithText(option))];
}

const listNames = ({ value, label, isCountry }: PickerOption): string[] =>
  [label, ...((isCountry && otherCountryNames[value]) ?? [])].map(foldName);

const beginsWith = (option: PickerOption, foldedText: string): boolean =>
  listNames(option).some((name) => name.startsWith(foldedText));

/**
 * Finds the option with the given name. If several options have the name, the function returns undefined, because only the user knows which
 * option they mean.
 */
function findOptionByName(options: readonly PickerOption[], text: string): PickerOption | undefined {
  const [option, ...optionsOfSameName] = options.filter((each) => listNames(each).includes(foldName(text)));
  return optionsOfSameName.length === 0 ? option : undefined;
}

/** Finds the option with the given name, else the only option that begins with the text, else the only option that contains it. */
function findMatchingOption(options: readonly PickerOption[], text: string): PickerOption | undefined {
  if (foldName(text) === '') return undefined;
  const matches = listMatchingOptions(options, text);
  const optionsBeginningWithText = matches.filter((option) => beginsWith(option, foldName(text)));
  const candidates = optionsBeginningWithText.length > 0 ? optionsBeginningWithText : matches;
  return findOptionByName(options, text) ?? (candidates.length === 1 ? candidates[0] : undefined);
}
