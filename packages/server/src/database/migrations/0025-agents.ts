import { cascadeReference, id, moment, optional } from '../columns.ts';
import { createImpersonalTable, createIndex, createUniqueIndex } from '../queries/statements.ts';

/** The agents of companies: companies that issue and renew licences for a customer, after a manager of the customer has agreed. */
export const agents = {
  name: '0025-agents',
  steps: [
    createImpersonalTable(
      'company_agents',
      {
        id,
        agent_id: cascadeReference('companies.id'),
        customer_id: cascadeReference('companies.id'),
        proposed_at: moment,
        accepted_at: optional(moment),
        ended_at: optional(moment),
      },
      { checks: { about_two: 'agent_id <> customer_id' } },
    ),
    createUniqueIndex('company_agents', ['agent_id', 'customer_id'], 'ended_at is null'),
    createIndex('company_agents', 'customer_id'),
  ],
} as const;
