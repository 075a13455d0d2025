import { counted } from './counted.ts';

/** Texts of forms: drafts, unsaved changes, files. */
export const forms = {
  fieldProblems: (count: number) => `${count} fields have errors`,
  draftRestored: (moment: string) => `Your unsaved changes from ${moment} were restored`,
  discardDraft: 'Discard changes',
  unsavedTitle: 'Leave without saving?',
  unsavedText: 'Your changes on this page are not saved.',
  leave: 'Leave without saving',
  saveAndLeave: 'Save and leave',
  unsaved: 'Unsaved changes',
  unchanged: 'No unsaved changes',
  submitShortcut: 'Ctrl+Enter saves.',
  optionCount: (count: number) => (count === 0 ? 'Results not found' : counted(count, 'result')),
  dropHere: 'Drop file here',
  yes: 'Yes',
  no: 'No',
} as const;
