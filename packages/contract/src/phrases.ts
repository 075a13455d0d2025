import { activeTexts } from './active-texts.ts';
import { englishPhrases } from './english-phrases.ts';
import type { Phrases } from './english-phrases.ts';

/** The phrases of the language in use. */
export const phrases = (): Phrases => activeTexts()?.phrases ?? englishPhrases;
