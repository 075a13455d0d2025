/** Texts of the second contact for reminders. */
export const reminderContact = {
  title: 'Second contact for reminders',
  text: 'A colleague or a shared mailbox that also gets the reminders before a licence expires.',
  none: 'Nobody else gets the reminders.',
  add: 'Add contact',
  addSecond: 'Add second contact for reminders',
  change: 'Change contact',
  loading: 'Loading the second contact',
  failed: 'The second contact could not be loaded.',
  address: 'E-mail',
  hint: 'Leave the field empty for no second contact.',
  save: 'Save contact',
  saved: (address: string) => `Reminders also go to ${address}`,
  removed: 'Reminders no longer go to a second contact',
  notSaved: 'The second contact was not saved',
} as const;
