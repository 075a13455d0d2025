import { limits } from '@basics/contract/calls/limits.ts';

const { moveWindowMonths } = limits.licence;

/** Texts of the step that reads a return code. */
export const giveBack = {
  titles: {
    active: (machine: string) => `Return the licence of ${machine}`,
    returned: (machine: string) => `The licence of ${machine} was returned`,
    ended: (machine: string) => `The licence of ${machine} is no longer valid`,
  },
  loading: 'Reading the return code',
  pc: 'PC',
  owner: 'Customer',
  tool: 'Tool',
  validUntil: 'Licence until',
  seats: 'PCs in use',
  seatsUsed: (used: number, allowed: number) => `${used} of ${allowed}`,
  moves: 'Moves to another PC',
  movesUsed: (used: number, allowed: number) => `${used} of ${allowed} used in ${moveWindowMonths} months`,
  what: 'Another PC can be licensed at once. This counts as a move, because a copy of the licence may still exist. The licence is revoked.',
  action: 'Return licence',
  exception: 'Return licence as an exception',
  failed: 'The licence was not returned',
  refused: 'Nothing to return for this code',
  doneText: 'Another PC can be licensed now. This PC can get a new licence later, like any other PC.',
  endedText: 'The licence has expired or was revoked, so it does not count as a PC in use. There is nothing to return.',
  beside: {
    title: 'What a return code is',
    text: 'Basics shows the return code when the licence was removed from the PC. The code begins with BR-.',
  },
  another: 'Enter another code',
  seePcs: 'See your PCs',
} as const;
