import { cascadeReference, text } from '../columns.ts';
import { createTable } from '../statements.ts';

/** Stores the licence files of e-mails with several files. */
export const letterFiles = {
  name: '0068-letter-files',
  steps: [
    createTable(
      'letter_files',
      {
        letter_id: cascadeReference('outbox.id'),
        license_id: cascadeReference('licenses.id'),
        name: text,
        content: text,
      },
      { primary: ['letter_id', 'license_id'] },
    ),
  ],
};
