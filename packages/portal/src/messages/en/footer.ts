/** What the last line of every page says, and the legal disclaimer behind it. */
export const footer = {
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },

  version: (version: string) => `Version ${version}`,
  legal: 'Legal notice',
  legalTitle: 'Legal disclaimer',
  legalPoints: [
    'The data in this portal is proprietary.',
    'It is for information only.',
    'It is not binding.',
    'It may change without notice.',
  ],
  copyright: (year: number, entity: string) => `Copyright © ${year} ${entity}. All rights reserved.`,
  terms: (entity: string) => `Terms of service: who uses this portal accepts the terms agreed with ${entity}.`,
  ok: 'OK',
} as const;
