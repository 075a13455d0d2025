/**
 * The type of the same texts in another language: strings where English has its own, functions with the same parameters. A folder for a
 * language has one file for each of `messages/en`, and `all.ts`, whose texts `satisfies Translated<typeof en>`.
 */
export type Translated<Texts> = Texts extends string
  ? string
  : Texts extends (...facts: infer Facts) => infer Said
    ? (...facts: Facts) => Translated<Said>
    : Texts extends readonly (infer Text)[]
      ? readonly Translated<Text>[]
      : Texts extends object
        ? { readonly [Key in keyof Texts]: Translated<Texts[Key]> }
        : Texts;
