import { moment, optional } from '../columns.ts';
import { addColumn } from '../statements.ts';

/** Adds when staff removed a failed e-mail from the inbox; null until then, and after it is queued again. */
export const dismissedMail = {
  name: '0087-dismissed-mail',
  steps: [addColumn('outbox', 'dismissed_at', optional(moment))],
};
