/** What dates and times say beyond what `Intl` knows. */
export const times = { justNow: 'just now' } as const;
