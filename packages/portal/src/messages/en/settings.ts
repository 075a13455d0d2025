/** Texts of the page Settings and of the menu on the pages below it. */
export const settings = {
  title: 'Settings',
  sections: { licences: 'Licences', look: 'Look and words', data: 'Data', access: 'Access', system: 'System' },
} as const;
