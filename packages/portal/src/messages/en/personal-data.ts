/** Texts of the file with all data about a person. */
export const personalData = {
  title: 'Your data',
  lead: 'All that the portal stores about you, as a file.',
  own: 'Download my data',
  ofUser: 'Download data',
  saved: (name: string) => `${name} saved`,
  failed: 'The data could not be downloaded',
} as const;
