import { activation } from '@basics/contract/activation.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { ActivationService } from './activation.service.ts';

export function activationRoutes(router: Router, service: ActivationService): void {
  mount(router, activation.requestActivation, ({ body, origin }) => service.request(body.verificationCode, origin));
  mount(router, activation.pollActivation, ({ body, origin }) => service.poll(body.device_code, origin));
  mount(router, activation.findActivation, ({ actor, body, origin }) => service.find(actor, body.userCode, origin));
  mount(router, activation.confirmActivation, ({ actor, body, origin }) => service.confirm(actor, body, origin));
  mount(router, activation.denyActivation, async ({ actor, body, origin }) => {
    await service.deny(actor, body.userCode, origin);
    return undefined;
  });
}
