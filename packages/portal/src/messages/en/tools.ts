import { listWords } from '#portal/messages/numbers.ts';
import { counted } from './counted.ts';

type Uses = { grants: number; requests: number; licenses: number };

/** "2 grants and 14 licences"; empty where nothing refers to it. */
function usesWords({ grants, requests, licenses }: Uses): string {
  const parts = [
    grants > 0 && counted(grants, 'grant'),
    requests > 0 && counted(requests, 'request'),
    licenses > 0 && counted(licenses, 'licence'),
  ].filter((part) => part !== false);
  return listWords(parts);
}

/** What the screen of the tools says. */
export const tools = {
  title: 'Tools',
  lead: 'What licences are issued for, and the add-ons that a licence of a tool can switch on.',
  failed: 'Failed to fetch Tools',
  add: 'Add tool',
  adding: 'Add tool',
  open: (name: string) => `Edit ${name}`,

  name: 'Name',
  id: 'Id',
  code: 'Number in codes',
  maxMajor: 'Newest version',
  upTo: (major: number) => (major === 255 ? 'Every version' : `Up to version ${major}`),
  addOns: 'Add-ons',
  grants: 'Grants',
  licenses: 'Active licences',
  state: 'State',
  offered: 'Offered',
  retired: 'Retired',
  retiredName: (name: string) => `${name} (retired)`,
  none: 'None',
  empty: { title: 'No tool yet', text: 'Add the tool whose verification codes customers paste here.' },

  form: {
    idHint: 'Begins with a small letter; then letters, digits and hyphens. It stays for good.',
    codeHint: 'The number that the tool writes into its verification codes, from 1 to 65535. It stays for good.',
    nameHint: 'What people read; it may change.',
    maxMajorHint:
      'The highest major version that new licences allow, from 0 to 255; 255 allows every one. Licences already issued keep theirs.',
    retire: 'Retired',
    retireHint:
      'Nobody new is granted it or asks for it. Whoever has it keeps it, and still gets licences. This can be taken back.',
    policies: 'It begins with the starting values of the licence policies, for every profile and brand.',
    addOnsLead:
      'A licence carries a bit for each add-on that it switches on, and the tool asks for that bit: from 0 to 31, each once.',
    noAddOns: 'This tool has no add-on.',
    addAddOn: 'Add an add-on',
    nextAddOn: (number: number) => `Add-on ${number}`,
    bit: 'Bit',
    bitFixed: 'Licences carry it, so it stays.',
    addOnFull: 'All 32 bits are taken.',
    uses: (uses: Uses) => `In use: ${usesWords(uses)}.`,
    unused: 'Nothing refers to it.',
    guarded: 'Only holders of the permission for it add it to a user or take it away.',
    removeAddOn: 'Remove',
    inUse: 'What is in use cannot be removed. Retire it instead.',
    policiesLink: 'Licence policies of this tool',
    save: 'Save',
    create: 'Add tool',
    saved: (name: string) => `${name} saved`,
    created: (name: string) => `${name} added`,
    saveFailed: 'The tool was not saved',
    nothing: 'Nothing differs from what is saved.',
    stale: 'Load it again',
    staleText: 'What you typed goes; note it first.',
    gone: 'This tool is not there any more.',
  },

  deletion: {
    action: 'Delete tool',
    question: (name: string) => `Delete ${name}?`,
    text: 'Its add-ons and licence policies go with it. This cannot be taken back.',
    failed: 'The tool was not deleted',
    done: (name: string) => `${name} deleted`,
    inUse: (uses: Uses) => `It cannot be deleted: ${usesWords(uses)} refer to it. Retire it instead.`,
  },
} as const;
