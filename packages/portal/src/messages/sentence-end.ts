/** A name at the end of a sentence, with exactly one full stop, also when the name ends with one (S.p.A.). */
export const endSentence = (name: string): string => (name.endsWith('.') ? name : `${name}.`);
