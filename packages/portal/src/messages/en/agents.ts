import { formatNumber } from '#portal/messages/formats.ts';
import { counted } from './counted.ts';

/** Texts about the agents of a company, and about the customers of an agent. */
export const agents = {
  title: 'Agents',
  failed: 'Failed to fetch the agents',
  loading: 'Loading the agents',
  explain:
    'An agent sees the PCs and licences of your company, and issues and renews licences. It does not see your addresses.',
  proposed: (day: string) => `proposed ${day}, waits for a manager`,
  since: (day: string) => `agent since ${day}`,
  accept: 'Agree',
  acceptTitle: (name: string) => `Agree to ${name} as your agent?`,
  acceptText:
    'The managers of this company then see your PCs and licences, and issue and renew licences for you. You can end this at any time.',
  accepted: (name: string) => `${name} is your agent now`,
  refuse: 'Refuse',
  refuseText: 'The proposal ends. Staff can propose the agent again.',
  end: 'End agent',
  endTitle: (name: string) => `End ${name} as an agent?`,
  endText:
    'From its next request, the agent sees nothing of this company. Licences stay valid, and PCs that the agent has moved stay.',
  ended: (name: string) => `${name} is no longer an agent`,
  propose: 'Propose an agent',
  proposeText: 'A manager of the company must agree first. The managers get an e-mail.',
  proposalSent: 'The managers get an e-mail with the proposal',
  company: 'Company of the agent',
  noCompany: 'No company has this name.',
  notChanged: 'Not changed',
  customer: 'Customer',
  lead: 'You are the agent of this company.',
  back: 'My customers',
  notFound: 'Customer not found',
  notFoundText: 'The company has ended your work as its agent, or it does not exist.',
  leave: 'End work for this customer',
  leaveTitle: (name: string) => `Stop working for ${name}?`,
  leaveText:
    'You then see nothing of this company. Its licences stay valid, and PCs that you have moved stay with it. Only staff can propose you again.',
  left: (name: string) => `You are no longer the agent of ${name}`,
  customers: {
    title: 'My customers',
    failed: 'Failed to fetch the customers',
    loading: 'Loading the customers',
    none: {
      title: 'No customer yet',
      text: 'Ask your contact to propose you to a company. You see it here when its manager has agreed.',
    },
    noResult: 'No customer matches your search.',
    search: 'Search customers',
    customer: 'Customer',
    pcs: 'PCs in use',
    next: 'Next to expire',
    noLicence: 'no valid licence',
    issue: 'Issue',
    renewTitle: (name: string) => `Renew for ${name}?`,
    expires: (when: string) => `expires ${when}`,
    nothingToRenew: 'No licence can be renewed yet.',
    used: (used: number) => `${counted(used, 'PC')} in use`,
    usedOf: (used: number, bought: number) => `${used} of ${bought}`,
    inUseOf: (used: number, bought: number) => `${used} of ${counted(bought, 'PC')} in use`,
    nextExpires: (day: string) => `the next expires ${day}`,
    suspended: 'suspended',
    more: (count: number) => `Show all ${formatNumber(count)} customers`,
    all: (count: number) => `All ${formatNumber(count)} customers`,
    soon: (names: readonly string[]) =>
      names.length === 1
        ? `${names[0] ?? ''} has a licence that expires soon.`
        : `${names.length} customers have licences that expire soon.`,
    fine: 'No licence of your customers expires soon.',
  },
  move: {
    action: 'Move PCs from my stock',
    submit: 'Move PCs',
    none: 'Your stock has no free PC. Ask your contact for more.',
    tool: 'Tool',
    count: 'Number of PCs',
    free: (free: number, tool: string) => `${free} free in your stock of ${tool}.`,
    cannotBeUndone: 'The PCs then belong to the customer. This cannot be undone.',
    done: (moved: number, left: number) => `${counted(moved, 'PC')} moved. ${left} left in your stock.`,
  },
} as const;
