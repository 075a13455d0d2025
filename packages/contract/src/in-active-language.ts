import { activeTexts } from './active-texts.ts';

/** English texts by key, each read in the language in use at that moment. */
export const inActiveLanguage = <English extends Readonly<Record<string, string>>>(english: English): English =>
  new Proxy(english, { get: (own, key: string) => activeTexts()?.words[key] ?? own[key] });

/** The tag by which `Intl` writes what goes with these texts. */
export const activeLocale = (): string => activeTexts()?.locale ?? 'en-GB';
