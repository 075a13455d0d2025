import { activeTexts } from './active-texts.ts';
import { englishPhrases } from './english-phrases.ts';
import type { Phrases } from './english-phrases.ts';

/** Returns the phrases in the active language. */
export const phrases = (): Phrases => activeTexts()?.phrases ?? englishPhrases;
