import type { Language } from '@basics/contract/texts/texts.ts';
import { english } from './english.ts';
import type { LetterTexts } from './letter-texts.ts';

const letters: Readonly<Record<Language, LetterTexts>> = { en: english };

/** The texts of the e-mails in each language of this installation, by the id of the language. */
export const letterTextsByLanguage: Map<string, LetterTexts> = new Map(Object.entries(letters));

/** Returns the texts of the e-mails in a language; in English if they are not translated into this language. */
export const findLetterTexts = (language: string): LetterTexts => letterTextsByLanguage.get(language) ?? english;
