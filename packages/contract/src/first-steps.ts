import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What an administrator does to set up a new portal, in the order in which it is best done. */
export const firstStepNames = ['account', 'mail', 'host', 'brand', 'tool', 'salesmen', 'people', 'code'] as const;
export type FirstStepName = (typeof firstStepNames)[number];

export const firstSteps = {
  list: endpoint({
    name: 'firstSteps.list',
    summary: 'What is done of the set-up of a new portal',
    method: 'GET',
    path: '/first-steps/data',
    access: 'administrator',
    /** Whether each step is done. */
    reply: z.record(z.enum(firstStepNames), z.boolean()),
    problems: [],
  }),
};
