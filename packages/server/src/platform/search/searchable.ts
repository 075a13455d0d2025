/**
 * A text for search: normalised, without accents, without regard to case. In upper case, because only there ß equals ss, and both forms of
 * sigma are equal.
 */
export const toSearchable = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
