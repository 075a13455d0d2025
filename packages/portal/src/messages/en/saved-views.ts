/** Texts of the saved views of lists. */
export const savedViews = {
  title: 'Saved views',
  none: 'Choose filters, an order or columns, and save them under a name to see the list like this again.',
  name: 'Name of the view',
  missing: 'Name is required.',
  save: 'Save this view',
  remove: (name: string) => `Remove view ${name}`,
  failed: 'The view was not saved',
} as const;
