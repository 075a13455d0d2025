import { users } from '@basics/contract/users.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { CrmService } from './crm.service.ts';

export function crmRoutes(door: Door, service: CrmService): void {
  serve(door, users.crm, ({ actor, body }) => service.search(actor, body));
}
