import { activeTexts } from './active-texts.ts';
import { activeLocale, inActiveLanguage } from './in-active-language.ts';

/** Those of the validation messages that the sign-in page needs, which waits for no other. */
export const englishFirstWords = {
  login: 'Login is required.',
  password: 'Password is required.',
} as const;

export const firstWords = inActiveLanguage(englishFirstWords);

/** Of a text of more characters than it may have, in the language in use. */
export const tooLong = (most: number): string =>
  activeTexts()?.tooLong(most.toLocaleString(activeLocale())) ?? englishTooLong(most);

/** The same in English, which schemas hold: they are made once, before a language is in use. */
export const englishTooLong = (most: number): string => `Enter at most ${most.toLocaleString('en-GB')} characters.`;
