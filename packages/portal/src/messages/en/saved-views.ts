import { formatNumber } from '#portal/messages/formats.ts';

/** Texts of the saved views of lists. */
export const savedViews = {
  title: 'Views',
  all: 'All',
  count: (total: number, isMinimum: boolean) => (isMinimum ? `${formatNumber(total)}+` : formatNumber(total)),
  create: 'New view',
  edit: (name: string) => `Edit view ${name}`,
  name: 'Name of the view',
  missing: 'Name is required.',
  share: 'Share with all staff',
  opensFor: 'The list opens with this view for',
  save: 'Save this view',
  saveChange: (name: string) => `Save changes of view ${name}`,
  saveShort: 'Save',
  reset: (name: string) => `Reset view ${name}`,
  resetShort: 'Reset',
  remove: (name: string) => `Remove view ${name}`,
  failed: 'The view was not saved',
} as const;
