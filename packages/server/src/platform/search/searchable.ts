/**
 * Normalises a text for search: it removes accents and converts to upper case. In upper case, ß equals SS, and both forms of sigma are
 * equal; in lower case, they differ.
 */
export const toSearchable = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
