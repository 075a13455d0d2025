import { status } from '@basics/contract/status.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { StatusService } from './status.service.ts';

export function statusRoutes(router: Router, service: StatusService): void {
  mount(router, status.get, () => service.get());
}
