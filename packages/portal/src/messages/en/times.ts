/** Texts for dates and times that `Intl` does not have. */
export const times = { justNow: 'just now' } as const;
