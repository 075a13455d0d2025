import { endSentence } from '#portal/messages/formats.ts';

/** Texts of the footer of every page, and of the legal disclaimer. */
export const footer = {
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },

  version: (version: string) => `Version ${version}`,
  help: 'Help for this page',
  releaseNotes: 'Release notes',
  checker: 'Check a licence',
  legal: 'Legal disclaimer',
  legalPoints: (year: number, entity: string) => [
    'The data in this portal is proprietary.',
    'It is for information only.',
    'It is not binding.',
    'It may change without notice.',
    `Copyright © ${year} ${endSentence(entity)} All rights reserved.`,
    `By using this portal you accept the terms of service and your agreement with ${endSentence(entity)}`,
  ],
  legalTexts: 'Full legal texts',
  legalLinks: [
    { to: '/legal-notice', words: 'Legal Notice' },
    { to: '/terms', words: 'Terms of service' },
    { to: '/legal-disclaimer', words: 'Legal Disclaimer' },
  ],
  ok: 'OK',
} as const;
