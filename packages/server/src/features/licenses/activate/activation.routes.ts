import { activation } from '@basics/contract/licenses/activation.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { LicenseKeys } from '../license-key.ts';
import { confirmActivation, denyActivation, readWaitingPc } from './decide-activation.ts';
import { pollActivation } from './poll-activation.ts';
import { startActivation } from './start-activation.ts';

/** Licenses PCs with a network connection: the PC shows a code, a signed-in user confirms it, and the PC downloads the file (RFC 8628). */
export function activationRoutes(router: Router, { keys }: { keys: LicenseKeys | null }): void {
  mount(router, activation.requestActivation, (call) => startActivation(call, call.body.verificationCode));
  mount(router, activation.pollActivation, (call) => pollActivation(call, call.body.device_code));
  mount(router, activation.findActivation, (call) => readWaitingPc(call, call.body.userCode));
  mount(router, activation.confirmActivation, (call) => confirmActivation({ ...call, keys }, call.body));
  mount(router, activation.denyActivation, (call) => denyActivation(call, call.body.userCode));
}
