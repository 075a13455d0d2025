import { cascadeReference, primary, text } from '../columns.ts';
import { createIndex, createImpersonalTable } from '../statements.ts';

export const releaseNotes = {
  name: '0004-release-notes',
  steps: [
    // The texts for search and sorting are in lower case and have no accents; versions sort by their numbers.
    createImpersonalTable('release_note_search', {
      release_note_id: primary(cascadeReference('release_notes.id')),
      fold: text,
      title: text,
      version: text,
    }),
    createIndex('release_note_search', 'title'),
    createIndex('release_note_search', 'version'),
    // Staff see drafts in the same list, so their list cannot use the index that begins with the status.
    createIndex('release_notes', 'release_date'),
  ],
};
