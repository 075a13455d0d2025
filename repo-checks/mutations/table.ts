import { accessMutations } from './accounts.ts';
import { clockMutations } from './clocks.ts';
import type { Mutation } from './mutation.ts';
import { recordMutations } from './records.ts';
import { seatMutations } from './seats.ts';

/** All faults that the tests must find. */
export const mutations: readonly Mutation[] = [
  ...seatMutations,
  ...clockMutations,
  ...accessMutations,
  ...recordMutations,
];
