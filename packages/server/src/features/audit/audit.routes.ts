import { audit } from '@basics/contract/audit.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { AuditService } from './audit.service.ts';

export function auditRoutes(door: Door, service: AuditService): void {
  serve(door, audit.search, ({ body }) => service.search(body));
  serve(door, audit.export, ({ actor, body, origin }) => service.export(actor, body, origin));
}
