import { legal } from '@basics/contract/legal.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { LegalService } from './legal.service.ts';

export function legalRoutes(router: Router, service: LegalService): void {
  mount(router, legal.get, ({ params }) => service.get(params));
  mount(router, legal.update, ({ actor, params, body, origin }) => service.update(actor, params, body, origin));
}
