import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { limits } from '../calls/limits.ts';
import { createPage, createPageBody, rowId } from '../calls/lists.ts';
import { day, idInPath, moment, numberInPath, readVersion, wholeNumber } from '../fields/fields.ts';
import { requiredText } from '../fields/required-text.ts';
import { fieldMessages } from '../texts/field-messages.ts';
import { companySeats } from './companies.ts';

/**
 * An agent of a company: another company, whose managers issue and renew licences for the company. Staff propose an agent, and the agent sees
 * nothing before a manager of the company has agreed.
 */
const companyAgent = z.strictObject({
  companyId: z.int(),
  name: z.string(),
  state: z.enum(['proposed', 'accepted']),
  proposedAt: moment,
  acceptedAt: z.nullable(moment),
});
export type CompanyAgent = z.infer<typeof companyAgent>;

/** A customer of an agent. `pcs` is the number of PCs bought of all tools; null if a tool has no number of its own. */
const agentCustomer = z.strictObject({
  companyId: z.int(),
  name: z.string(),
  status: z.enum(['active', 'suspended']),
  acceptedAt: moment,
  seatsUsed: z.int(),
  pcs: z.nullable(z.int()),
  /** The last day of the licence that expires next; null if no licence is valid. */
  nextExpiry: z.nullable(day),
});
export type AgentCustomer = z.infer<typeof agentCustomer>;

const agentInPath = z.strictObject({ id: numberInPath, agentId: numberInPath });
const isManagerOrStaff = { any: ['license.generate'] } as const;
const agentList = z.strictObject({ items: z.array(companyAgent) });

export const companyAgents = {
  agents: endpoint({
    name: 'companies.agents',
    summary: 'The agents of a company: those that wait for the consent of a manager, and those that act for it',
    method: 'GET',
    path: '/company/{id}/agents',
    access: isManagerOrStaff,
    params: idInPath,
    reply: agentList,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  proposeAgent: endpoint({
    name: 'companies.proposeAgent',
    summary: 'Propose an agent to a company; the agent can act for it after a manager of the company has agreed',
    method: 'POST',
    path: '/company/{id}/agents',
    access: { any: ['users.edit'] },
    params: idInPath,
    body: z.strictObject({ agentId: rowId }),
    reply: agentList,
    problems: ['RESULTS_NOT_FOUND', 'NOT_AN_AGENT'],
  }),
  acceptAgent: endpoint({
    name: 'companies.acceptAgent',
    summary: 'Agree to a proposed agent, as a manager of the company',
    method: 'PUT',
    path: '/company/{id}/agent/{agentId}',
    access: isManagerOrStaff,
    params: agentInPath,
    reply: agentList,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  endAgent: endpoint({
    name: 'companies.endAgent',
    summary:
      'End an agent or refuse a proposed one: as a manager of the company or of the agent, or as staff. The next request of the agent is refused',
    method: 'DELETE',
    path: '/company/{id}/agent/{agentId}',
    access: isManagerOrStaff,
    params: agentInPath,
    reply: null,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  customers: endpoint({
    name: 'companies.customers',
    summary: 'The customers of an agent that have agreed; the keyword is searched in their names',
    method: 'POST',
    path: '/company/{id}/customer/search',
    access: isManagerOrStaff,
    params: idInPath,
    body: createPageBody(['name', 'acceptedAt'], limits.page.licenses, { companyId: z.optional(rowId) }),
    reply: createPage(agentCustomer),
    problems: ['RESULTS_NOT_FOUND'],
  }),
  movePcs: endpoint({
    name: 'companies.movePcs',
    summary:
      'Move PCs bought from the stock of an agent to one of its customers; only PCs that use no seat, and the sum of both stays the same',
    method: 'POST',
    path: '/company/{id}/stock/move',
    access: isManagerOrStaff,
    params: idInPath,
    body: z.strictObject({
      customerId: rowId,
      tool: requiredText(fieldMessages.tool, limits.text.name),
      brand: requiredText(fieldMessages.brand, limits.text.name),
      pcs: wholeNumber(1, limits.company.pcs, fieldMessages.movedPcs),
      /** The version of the agent's seats that the client has read, so that a request sent twice moves the PCs once. */
      version: readVersion,
    }),
    reply: z.strictObject({ stock: companySeats, customer: companySeats }),
    problems: ['RESULTS_NOT_FOUND', 'COMPANY_SUSPENDED', 'NOT_ENOUGH_STOCK', 'STOCK_TERMS', 'SEATS_IN_USE', 'STALE'],
  }),
};
