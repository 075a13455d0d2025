import { activeTexts } from './active-texts.ts';

/**
 * Returns an object with the keys of the English texts. Each access to a key returns its text in the language that is
 * active at that moment.
 */
export const inActiveLanguage = <English extends Readonly<Record<string, string>>>(english: English): English =>
  new Proxy(english, { get: (englishTexts, key: string) => activeTexts()?.fieldMessages[key] ?? englishTexts[key] });

/** Returns the BCP 47 tag with which `Intl` formats the values in texts of the active language. */
export const activeLocale = (): string => activeTexts()?.locale ?? 'en-GB';
