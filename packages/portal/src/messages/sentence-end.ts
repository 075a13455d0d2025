/** A name at the end of a sentence: with one full stop, also where the name has one (S.p.A.). */
export const endSentence = (name: string): string => (name.endsWith('.') ? name : `${name}.`);
