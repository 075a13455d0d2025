/**
 * A text as it is searched: composed alike, without accents, without regard to case. In capitals, because only there ß and ss, and the
 * two sigmas, are the same.
 */
export const searchable = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase();
