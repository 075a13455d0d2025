import { firstSteps } from '@basics/contract/first-steps.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { FirstStepsService } from './first-steps.service.ts';

export function firstStepsRoutes(router: Router, service: FirstStepsService): void {
  mount(router, firstSteps.list, ({ actor }) => service.list(actor.userId));
}
