import { moment, optional } from '../columns.ts';
import { addColumn } from '../statements.ts';

/**
 * Adds the time when staff removed a failed e-mail from the inbox. The time is null before the removal, and after the e-mail is queued
 * again.
 */
export const dismissedMail = {
  name: '0087-dismissed-mail',
  steps: [addColumn('outbox', 'dismissed_at', optional(moment))],
};
