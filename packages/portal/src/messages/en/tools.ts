import { formatList } from '#portal/messages/formats.ts';
import { counted } from './counted.ts';

type Uses = { grants: number; requests: number; licenses: number };

/** Returns a text such as "2 grants and 14 licences", or an empty text if no record refers to the tool. */
function describeUses({ grants, requests, licenses }: Uses): string {
  const parts = [
    grants > 0 && counted(grants, 'grant'),
    requests > 0 && counted(requests, 'request'),
    licenses > 0 && counted(licenses, 'licence'),
  ].filter((part) => part !== false);
  return formatList(parts);
}

/** Texts of the tools screen. */
export const tools = {
  title: 'Tools',
  failed: 'Failed to fetch Tools',
  add: 'Add tool',
  adding: 'Add tool',
  open: (name: string) => `Edit ${name}`,
  editing: (name: string) => `Tool ${name}`,

  name: 'Name',
  id: 'ID',
  code: 'Number in codes',
  maxMajor: 'Newest version',
  versions: 'Versions',
  upTo: (major: number) => (major === 255 ? 'All' : `Up to ${major}`),
  addOns: 'Add-ons',
  grants: 'Grants',
  licenses: 'Active licences',
  state: 'State',
  offered: 'Offered',
  retired: 'Retired',
  retiredName: (name: string) => `${name} (retired)`,
  none: 'None',
  empty: { title: 'No tools yet', text: 'Add a tool to issue licences for it.' },

  form: {
    idHint: 'Letters, digits and hyphens, starting with a lowercase letter. The ID cannot be changed later.',
    codeHint: 'The tool’s number in its verification codes, from 1 to 65535. The number cannot be changed later.',
    versions: 'New licences cover',
    allVersions: 'All versions',
    someVersions: 'Up to a version',
    retire: 'Retired',
    retireHint:
      'No new users can request or get this tool. Users who have it keep it and can still get licences. You can undo this later.',
    policies: 'The tool starts with the default licence policies for every profile and brand.',
    addOnsLead:
      'Each add-on has its own bit in the licence, from 0 to 31. The tool checks this bit to turn on the add-on.',
    noAddOns: 'This tool has no add-ons.',
    addAddOn: 'Add add-on',
    nextAddOn: (number: number) => `Add-on ${number}`,
    bit: 'Bit',
    addOnFull: 'All 32 bits are in use.',
    uses: (uses: Uses) => `In use: ${describeUses(uses)}.`,
    unused: 'Not in use.',
    guarded: 'Only staff with the permission for this add-on can give it or take it away.',
    removeAddOn: 'Remove',
    inUse: 'Add-ons in use cannot be removed. Retire them instead.',
    policiesLink: 'Licence policies of this tool',
    revocations: 'Download the list of revoked licences',
    revocationsHint: 'For PCs without a network: save the file there and run basics revocations with its name.',
    save: 'Save',
    create: 'Add tool',
    saved: (name: string) => `${name} saved`,
    created: (name: string) => `${name} added`,
    saveFailed: 'The tool was not saved',
    nothing: 'No changes to save.',
    stale: 'Load it again',
    staleText: 'Your changes will be lost. Make a note of them first.',
    gone: 'This tool no longer exists.',
  },

  deletion: {
    action: 'Delete tool',
    question: (name: string) => `Delete ${name}?`,
    text: 'Its add-ons and licence policies are deleted too. This cannot be undone.',
    failed: 'The tool was not deleted',
    done: (name: string) => `${name} deleted`,
    inUse: (uses: Uses) =>
      `This tool cannot be deleted because it is used by ${describeUses(uses)}. Retire it instead.`,
  },
} as const;
