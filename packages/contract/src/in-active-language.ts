import { activeTexts } from './active-texts.ts';

/** English texts by key, each returned in the language that is active at that moment. */
export const inActiveLanguage = <English extends Readonly<Record<string, string>>>(english: English): English =>
  new Proxy(english, { get: (own, key: string) => activeTexts()?.words[key] ?? own[key] });

/** The tag with which `Intl` formats values in these texts. */
export const activeLocale = (): string => activeTexts()?.locale ?? 'en-GB';
