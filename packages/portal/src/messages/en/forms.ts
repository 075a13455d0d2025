/** Texts of forms: drafts, unsaved changes, files. */
export const forms = {
  fieldProblems: (count: number) => `${count} fields have errors`,
  draftRestored: (moment: string) => `Your unsaved changes from ${moment} were restored`,
  discardDraft: 'Discard changes',
  unsavedTitle: 'Leave without saving?',
  unsavedText: 'Your changes on this page are not saved.',
  leave: 'Leave without saving',
  dropHere: 'Drop file here',
} as const;
