import { policies, type CountedPolicy, type Policy, type PolicyTerms } from '@basics/contract/policies/policies.ts';
import { tools, type AddOn, type Tool } from '@basics/contract/tools/tools.ts';
import type { FakeServer } from '../fake-server.ts';

const defaultTerms: PolicyTerms = { months: 12, days: null, seats: 2, moves: 3, bridge: true, renewalDays: null };

/** Creates a policy as in the reply to a change, by default of small customers for Basics and the blue brand. */
export const createWrittenPolicy = (change: Partial<Policy> = {}): Policy => ({
  profileID: 7,
  tool: 'basics',
  brand: 'blue',
  ...defaultTerms,
  version: 1,
  starting: defaultTerms,
  ...change,
});

/** Creates a policy as in the list, which also has the number of users, by default 34. */
export const createPolicy = (change: Partial<CountedPolicy> = {}): CountedPolicy => ({
  ...createWrittenPolicy(),
  people: 34,
  activeLicenses: 51,
  ...change,
});

const trialTerms = { months: null, days: 30, seats: 1, moves: 3, bridge: true, renewalDays: null };

export const usualPolicies: readonly CountedPolicy[] = [
  createPolicy({ profileID: 1, seats: 3, starting: { ...defaultTerms, seats: 3 }, people: 2, activeLicenses: 3 }),
  createPolicy({ profileID: 2, seats: 5, starting: { ...defaultTerms, seats: 3 }, people: 6, activeLicenses: 9 }),
  createPolicy(),
  createPolicy({ brand: 'red', version: 4, months: 24, people: 8, activeLicenses: 0 }),
  createPolicy({ profileID: 0, ...trialTerms, starting: trialTerms, people: 0, activeLicenses: 0 }),
];

const impact = { people: 34, activeLicenses: 51, peopleAboveSeats: 0, machinesAboveSeats: 0 };

/** Answers the calls about policies: the server has the given policies, and each change of a policy affects 34 users. */
export function answerPolicies(server: FakeServer, policyList = usualPolicies): void {
  server.answer(policies.list, () => ({
    items: [...policyList],
    tools: [
      { id: 'basics', name: 'Basics', retired: false },
      { id: 'old', name: 'Old Basics', retired: true },
    ],
    brands: [
      { id: 'blue', name: 'Basics Blue' },
      { id: 'red', name: 'Basics Red' },
    ],
    graceDays: 14,
  }));
  server.answer(policies.update, () => ({ reach: impact }));
}

const noUses = { grants: 0, requests: 0, licenses: 0, activeLicenses: 0 };

export const createAddOn = (change: Partial<AddOn> = {}): AddOn => ({
  id: 'configRail',
  name: 'Config Rail',
  bit: 0,
  retired: false,
  uses: noUses,
  ...change,
});

/** Creates a tool, by default Basics, to which no record refers. */
export const createTool = (change: Partial<Tool> = {}): Tool => ({
  id: 'basics',
  name: 'Basics',
  code: 7,
  maxMajor: 255,
  retired: false,
  version: 1,
  addOns: [createAddOn()],
  uses: noUses,
  ...change,
});

export const usualTools: readonly Tool[] = [
  createTool({
    uses: { grants: 34, requests: 2, licenses: 77, activeLicenses: 51 },
    addOns: [
      createAddOn({ uses: { ...noUses, grants: 4, licenses: 6, activeLicenses: 5 } }),
      createAddOn({ id: 'bim', name: 'BIM Export', bit: 1 }),
    ],
  }),
  createTool({ id: 'plan', name: 'Basics Plan', code: 8, maxMajor: 3, addOns: [] }),
  createTool({
    id: 'old',
    name: 'Old Basics',
    code: 3,
    maxMajor: 1,
    retired: true,
    addOns: [createAddOn({ id: 'oldRail', name: 'Old Rail', retired: true })],
  }),
];

export function answerTools(server: FakeServer, toolList = usualTools): void {
  server.answer(tools.list, () => ({ items: [...toolList] }));
}
