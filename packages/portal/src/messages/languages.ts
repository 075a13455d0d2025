import type { Language } from '@basics/contract/texts/texts.ts';
import type { en } from './en.ts';

type Complete<All extends Readonly<Record<Language, Translated<typeof en>>>> = All;

/**
 * Every language with the type of its texts: a missing or incomplete language does not compile. Types only, so that no page loads them.
 * @public
 */
export type Languages = Complete<{ en: typeof en }>;

/**
 * The type of the same texts in another language: a string for each string, a function with the same parameters for each function. The
 * folder of a language has one file for each file of `messages/en`, and `all.ts`, whose texts `satisfies Translated<typeof en>`.
 * @public
 */
export type Translated<Texts> = Texts extends string
  ? string
  : Texts extends (...parameters: infer Facts) => infer Result
    ? (...parameters: Facts) => Translated<Result>
    : Texts extends readonly (infer Text)[]
      ? readonly Translated<Text>[]
      : Texts extends object
        ? { readonly [Key in keyof Texts]: Translated<Texts[Key]> }
        : Texts;
