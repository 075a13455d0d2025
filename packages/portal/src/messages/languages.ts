import type { Language } from '@basics/contract/texts/texts.ts';
import type { en } from './en.ts';
import type { Translated } from './translated.ts';

type Complete<All extends Readonly<Record<Language, Translated<typeof en>>>> = All;

/**
 * Every language with the type of its texts: a missing or incomplete language does not compile. Types only, so that no page loads them.
 * @public
 */
export type Languages = Complete<{ en: typeof en }>;
