import { activation } from '@basics/contract/licenses/activation.ts';
import type { WaitingPc } from '@basics/contract/licenses/activation.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { call } from '#portal/api/call.ts';

export const findWaitingPc = (userCode: string): Promise<WaitingPc> =>
  call(activation.findActivation, { body: { userCode } });

/** Issues the licence; the PC then fetches it. */
export const confirmWaitingPc = (body: {
  userCode: string;
  tool?: string;
  brand?: string;
  bridge?: true;
}): Promise<License> => call(activation.confirmActivation, { body });

export const denyWaitingPc = (userCode: string) => call(activation.denyActivation, { body: { userCode } });
