import { secondFactor } from '@basics/contract/second-factor/second-factor.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import type { SecondFactorPolicy } from '@basics/contract/calls/permissions.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { beginTotp, confirmTotp } from './add-totp.ts';
import { listOwnFactors, removeOwnFactor, renameOwnFactor, renewOwnRecoveryCodes } from './own-factors.ts';
import { resetFactors } from './reset-factors.ts';

export function secondFactorRoutes(router: Router, policy: SecondFactorPolicy): void {
  mount(router, secondFactor.list, (call) => listOwnFactors(call, policy));
  mount(router, secondFactor.beginTotp, (call) => beginTotp(call, call.body));
  mount(router, secondFactor.confirmTotp, (call) => confirmTotp(call, call.params.id, call.body));
  mount(router, secondFactor.beginPasskey, (call) => beginPasskey(call, call.body));
  mount(router, secondFactor.addPasskey, (call) => addPasskey(call, call.body));
  mount(router, secondFactor.rename, (call) => renameOwnFactor(call, call.params.id, call.body.name));
  mount(router, secondFactor.remove, (call) => removeOwnFactor(call, call.params.id, call.body));
  mount(router, secondFactor.renewRecoveryCodes, (call) => renewOwnRecoveryCodes(call, call.body));
  mount(router, secondFactor.reset, (call) => resetFactors(call, call.params.id, call.body));
}
