import { crm } from '@basics/contract/crm.ts';
import { users } from '@basics/contract/users.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { CrmService } from './crm.service.ts';

export function crmRoutes(door: Door, service: CrmService): void {
  serve(door, users.crm, ({ actor, body }) => service.lookUp(actor, body));
  serve(door, crm.search, ({ body }) => service.search(body));
  serve(door, crm.export, ({ actor, body, origin }) => service.export(actor, body, origin));
}
