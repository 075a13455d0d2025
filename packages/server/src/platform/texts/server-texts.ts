import type { Language } from '@basics/contract/texts/texts.ts';
import { activeLanguage } from './language.ts';
import { english } from './english.ts';
import type { ServerTexts } from './english.ts';

const texts: Readonly<Record<Language, ServerTexts>> = { en: english };

/** The sentences of the server of this installation, by the ids of their languages. */
export const serverTextsByLanguage: Map<string, ServerTexts> = new Map(Object.entries(texts));

/** Returns the sentences of the server in the language of the current request or job. */
export const serverTexts = (): ServerTexts => serverTextsByLanguage.get(activeLanguage()) ?? english;
