import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { moment, numberInPath } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import { requiredText } from '../fields/required-text.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/**
 * A PC that was reported lost. `seen` is the last code that the PC sent after the report. `by`, the account that sent this code, is null if
 * the account is not in the scope of the viewer.
 */
const lostMachine = z.strictObject({
  machineId: z.int(),
  machineName: z.string(),
  userId: z.int(),
  name: z.string(),
  company: z.string(),
  reason: z.string(),
  reportedAt: moment,
  reportedBy: z.nullable(z.string()),
  seen: z.nullable(z.strictObject({ at: moment, by: z.nullable(z.string()) })),
});
export type LostMachine = z.infer<typeof lostMachine>;

const machineParams = z.strictObject({ id: numberInPath, machineId: numberInPath });

/** The calls of the feature `license-admin` about PCs that were reported lost. */
export const watchList = {
  lostMachines: endpoint({
    name: 'licenseAdmin.lostMachines',
    summary:
      'PCs of users in the caller’s scope that were reported lost: those that were seen since come first; with `userId`, of this user only',
    method: 'GET',
    path: '/machine/lost',
    access: { any: ['license.generate'] },
    query: z.strictObject({ userId: z.optional(numberInPath) }),
    reply: z.strictObject({ items: z.array(lostMachine), hasMore: z.boolean() }),
    problems: [],
  }),
  reportLost: endpoint({
    name: 'licenseAdmin.reportLost',
    summary:
      'Report one’s own PC, or that of a user in the caller’s scope, as lost: staff are notified of each code of this PC',
    method: 'PUT',
    path: '/user/{id}/machine/{machineId}/lost',
    access: { any: ['license.generate'] },
    machines: true,
    params: machineParams,
    body: z.strictObject({ reason: requiredText(fieldMessages.reason, limits.text.reason) }),
    reply: null,
    problems: ['USER_NOT_FOUND', 'RESULTS_NOT_FOUND', 'STALE'],
  }),
  liftLost: endpoint({
    name: 'licenseAdmin.liftLost',
    summary: 'Take a PC of a user in scope off the watch list, because it was found',
    method: 'DELETE',
    path: '/user/{id}/machine/{machineId}/lost',
    access: { any: ['users.edit'] },
    machines: true,
    params: machineParams,
    reply: null,
    problems: ['USER_NOT_FOUND', 'RESULTS_NOT_FOUND'],
  }),
};
