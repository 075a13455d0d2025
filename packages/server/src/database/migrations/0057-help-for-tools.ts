import { optional, text } from '../columns.ts';
import { addColumn } from '../statements.ts';

/** Help requests without a code: a customer asks for a tool, and `brand_id` is its brand. Then `verification_code` is empty. */
export const helpForTools = {
  name: '0057-help-for-tools',
  steps: [addColumn('help_requests', 'tool_id', optional(text))],
};
