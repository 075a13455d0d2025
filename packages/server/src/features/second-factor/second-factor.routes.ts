import { secondFactor } from '@basics/contract/second-factor.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { PasskeyService } from './passkey.service.ts';
import type { SecondFactorService } from './second-factor.service.ts';
import type { TotpService } from './totp.service.ts';

export type SecondFactorRooms = { secondFactors: SecondFactorService; totps: TotpService; passkeys: PasskeyService };

export function secondFactorRoutes(door: Door, { secondFactors: service, totps, passkeys }: SecondFactorRooms): void {
  serve(door, secondFactor.list, ({ actor }) => service.list(actor));
  serve(door, secondFactor.beginTotp, ({ actor, body }) => totps.beginTotp(actor, body));
  serve(door, secondFactor.confirmTotp, ({ actor, params, body, origin }) =>
    totps.confirmTotp(actor, params.id, body, origin),
  );
  serve(door, secondFactor.beginPasskey, ({ actor, body }) => passkeys.beginPasskey(actor, body));
  serve(door, secondFactor.addPasskey, ({ actor, body, origin }) => passkeys.addPasskey(actor, body, origin));
  serve(door, secondFactor.rename, ({ actor, params, body, origin }) =>
    service.rename(actor, params.id, body.name, origin),
  );
  serve(door, secondFactor.remove, async ({ actor, params, body, origin }) => {
    await service.remove(actor, params.id, body, origin);
    return undefined;
  });
  serve(door, secondFactor.renewRecoveryCodes, ({ actor, body, origin }) =>
    service.renewRecoveryCodes(actor, body, origin),
  );
  serve(door, secondFactor.reset, async ({ actor, params, origin }) => {
    await service.reset(actor, params.id, origin);
    return undefined;
  });
}
