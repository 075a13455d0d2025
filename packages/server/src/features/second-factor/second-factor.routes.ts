import { secondFactor } from '@basics/contract/second-factor.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { PasskeyService } from './passkey.service.ts';
import type { SecondFactorService } from './second-factor.service.ts';
import type { TotpService } from './totp.service.ts';

export type SecondFactorServices = { secondFactors: SecondFactorService; totps: TotpService; passkeys: PasskeyService };

export function secondFactorRoutes(
  router: Router,
  { secondFactors: service, totps, passkeys }: SecondFactorServices,
): void {
  mount(router, secondFactor.list, ({ actor }) => service.list(actor));
  mount(router, secondFactor.beginTotp, ({ actor, body }) => totps.beginTotp(actor, body));
  mount(router, secondFactor.confirmTotp, ({ actor, params, body, origin }) =>
    totps.confirmTotp(actor, params.id, body, origin),
  );
  mount(router, secondFactor.beginPasskey, ({ actor, body }) => passkeys.beginPasskey(actor, body));
  mount(router, secondFactor.addPasskey, ({ actor, body, origin }) => passkeys.addPasskey(actor, body, origin));
  mount(router, secondFactor.rename, ({ actor, params, body, origin }) =>
    service.rename(actor, params.id, body.name, origin),
  );
  mount(router, secondFactor.remove, async ({ actor, params, body, origin }) => {
    await service.remove(actor, params.id, body, origin);
    return undefined;
  });
  mount(router, secondFactor.renewRecoveryCodes, ({ actor, body, origin }) =>
    service.renewRecoveryCodes(actor, body, origin),
  );
  mount(router, secondFactor.reset, ({ actor, params, body, origin }) => service.reset(actor, params.id, body, origin));
}
