import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';

/**
 * The steps in which an administrator sets up a new portal, in the recommended order. The value of a step is true when
 * the step is done.
 */
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

/** The call that returns which steps of the set-up of a portal are done. */
export const firstSteps = {
  list: endpoint({
    name: 'firstSteps.list',
    summary: 'Which steps of the set-up of a new portal are done',
    method: 'GET',
    path: '/first-steps/data',
    access: 'administrator',
    reply: steps,
    problems: [],
  }),
};

/** The names of the steps that set up a portal, in their recommended order. */
// Object.keys returns strings; the keys of a shape are exactly these names.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const firstStepNames = Object.keys(steps.shape) as FirstStepName[];
