import type { Language } from '@basics/contract/languages.ts';
import type { en } from './en.ts';
import type { Translated } from './translated.ts';

type Complete<All extends Readonly<Record<Language, Translated<typeof en>>>> = All;

/**
 * Every language with the type of its texts: one that is missing or not complete does not compile. Types alone, so that no page loads them.
 * @public
 */
export type Languages = Complete<{ en: typeof en }>;
