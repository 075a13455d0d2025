import { activeTexts } from './active-texts.ts';
import { activeLocale, inActiveLanguage } from './in-active-language.ts';

/** The validation messages of the sign-in page. They have their own file, so that the page does not load all other messages. */
export const englishSignInMessages = {
  login: 'Login is required.',
  password: 'Password is required.',
} as const;

export const signInMessages = inActiveLanguage(englishSignInMessages);

/** The message for a text with too many characters, in the active language. */
export const createTooLongMessage = (maxLength: number): string =>
  activeTexts()?.tooLong(maxLength.toLocaleString(activeLocale())) ?? createEnglishTooLongMessage(maxLength);

/** Like `createTooLongMessage`, but in English, for schemas: they are created once, before the language is known. */
export const createEnglishTooLongMessage = (maxLength: number): string =>
  `Enter at most ${maxLength.toLocaleString('en-GB')} characters.`;
