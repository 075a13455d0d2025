import { optional, text } from '../columns.ts';
import { addColumn } from '../statements.ts';

/**
 * Adds help requests in which a customer asks for a tool of the brand `brand_id`. The `verification_code` of a help request for a tool is
 * empty.
 */
export const helpForTools = {
  name: '0057-help-for-tools',
  steps: [addColumn('help_requests', 'tool_id', optional(text))],
};
