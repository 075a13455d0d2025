import { byDefault, flag, integer } from '../columns.ts';
import { addColumn, createIndex } from '../statements.ts';

/** Tools and policies that administrators write: a version for whoever is second, and tools that nobody is granted any more. */
export const catalogue = {
  name: '0007-catalogue',
  steps: [
    addColumn('licence_policies', 'version', byDefault(1, integer)),
    // Of a tool with its add-ons: they are written together.
    addColumn('tools', 'version', byDefault(1, integer)),
    addColumn('tools', 'retired', byDefault(0, flag)),
    // Whom a policy reaches, and what stands in the way of deleting a tool.
    createIndex('licenses', 'tool_id', 'brand_id', 'user_id'),
    createIndex('machines', 'tool_id'),
  ],
};
