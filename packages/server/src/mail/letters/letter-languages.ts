import type { Language } from '@basics/contract/languages.ts';
import { english } from './english.ts';
import type { LetterTexts } from './letter-texts.ts';

const letters: Readonly<Record<Language, LetterTexts>> = { en: english };

/** The texts of e-mails of this installation, by the ids of their languages. */
export const letterTextsByLanguage: Map<string, LetterTexts> = new Map(Object.entries(letters));

/** Finds the texts of e-mails in a language; in English if the texts are not translated. */
export const findLetterTexts = (language: string): LetterTexts => letterTextsByLanguage.get(language) ?? english;
