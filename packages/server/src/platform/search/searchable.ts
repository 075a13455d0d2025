/**
 * Normalises a text for search: without accents and in upper case, because only in upper case ß equals SS, and both forms of sigma are
 * equal.
 */
export const toSearchable = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
