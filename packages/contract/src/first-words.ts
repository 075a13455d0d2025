import { activeTexts } from './active-texts.ts';
import { activeLocale, inActiveLanguage } from './in-active-language.ts';

/** The validation messages of the sign-in page, in a file of their own, so that the page loads no others. */
export const englishFirstWords = {
  login: 'Login is required.',
  password: 'Password is required.',
} as const;

export const firstWords = inActiveLanguage(englishFirstWords);

/** The message for a text with too many characters, in the active language. */
export const createTooLongMessage = (most: number): string =>
  activeTexts()?.tooLong(most.toLocaleString(activeLocale())) ?? createEnglishTooLongMessage(most);

/** Like `createTooLongMessage`, but in English, for schemas: they are created once, before the language is known. */
export const createEnglishTooLongMessage = (most: number): string =>
  `Enter at most ${most.toLocaleString('en-GB')} characters.`;
