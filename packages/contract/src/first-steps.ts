import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What an administrator does to set up a new portal, in the order in which it is best done, and whether it is done. */
const steps = z.strictObject({
  account: z.boolean(),
  mail: z.boolean(),
  host: z.boolean(),
  brand: z.boolean(),
  tool: z.boolean(),
  salesmen: z.boolean(),
  people: z.boolean(),
  code: z.boolean(),
});
export type FirstSteps = z.infer<typeof steps>;
export type FirstStepName = keyof FirstSteps;

export const firstSteps = {
  list: endpoint({
    name: 'firstSteps.list',
    summary: 'What is done of the set-up of a new portal',
    method: 'GET',
    path: '/first-steps/data',
    access: 'administrator',
    reply: steps,
    problems: [],
  }),
};

/** The names of the steps, in their order. */
// Object.keys returns strings; the keys of a shape are exactly these names.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const firstStepNames = Object.keys(steps.shape) as FirstStepName[];
