import { counted } from './counted.ts';

/** Texts of changes to many records: the choice, the preview and the result of each. */
export const bulk = {
  open: { users: 'Change…', requests: 'Decide…' },
  title: {
    users: (count: number) => `Change ${counted(count, 'user')}`,
    requests: (count: number) => `Decide ${counted(count, 'request')}`,
  },
  what: 'What',
  changes: {
    invite: 'Invite again',
    grant: 'Grant a tool, or change its last day',
    endGrant: 'End a tool',
    brand: 'Change the brand',
    suspend: 'Suspend',
  },
  decisions: { approve: 'Approve with the proposed profile', reject: 'Reject' },
  tool: 'Tool',
  brand: 'Brand',
  validTo: 'Last day',
  validToHint: 'Leave it empty for no time limit.',
  reason: 'Reason',
  choose: 'Choose…',
  preview: 'Preview',
  run: (count: number) => `Do it for ${count}`,
  close: 'Close',
  failed: 'The change was not made',
  wouldBe: (done: number, of: number) => `${done} of ${of} would be changed. Nothing has changed yet.`,
  were: (done: number, of: number) => `${done} of ${of} were changed.`,
  done: 'Done',
  possible: 'Possible',
  notFound: 'Not found',
  refused: (message: string) => `Refused: ${message}`,
} as const;
