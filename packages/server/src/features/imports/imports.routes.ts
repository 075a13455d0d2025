import { imports } from '@basics/contract/imports.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { ImportsService } from './imports.service.ts';

export function importsRoutes(door: Door, service: ImportsService): void {
  serve(door, imports.users, ({ actor, origin, body }) => service.users({ actor, origin }, body));
  serve(door, imports.assignments, ({ actor, origin, body }) => service.assignments({ actor, origin }, body));
  serve(door, imports.crmAccounts, ({ actor, origin, body }) => service.crmAccounts({ actor, origin }, body));
}
