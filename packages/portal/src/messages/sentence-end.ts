/** Ends a sentence after a name with exactly one full stop, also when the name itself ends with one (S.p.A.). */
export const endSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
