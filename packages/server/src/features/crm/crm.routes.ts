import { crm } from '@basics/contract/crm.ts';
import { users } from '@basics/contract/users.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { CrmService } from './crm.service.ts';

export function crmRoutes(router: Router, service: CrmService): void {
  mount(router, users.crm, ({ actor, body }) => service.lookUp(actor, body));
  mount(router, crm.search, ({ body }) => service.search(body));
  mount(router, crm.export, ({ actor, body, origin }) => service.export(actor, body, origin));
}
