import { imports } from '@basics/contract/imports.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { ImportsService } from './imports.service.ts';

export function importsRoutes(router: Router, service: ImportsService): void {
  mount(router, imports.users, ({ actor, origin, body }) => service.users({ actor, origin }, body));
  mount(router, imports.assignments, ({ actor, origin, body }) => service.assignments({ actor, origin }, body));
  mount(router, imports.crmAccounts, ({ actor, origin, body }) => service.crmAccounts({ actor, origin }, body));
}
