import { audit } from '@basics/contract/audit.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { AuditService } from './audit.service.ts';

export function auditRoutes(router: Router, service: AuditService): void {
  mount(router, audit.search, ({ body }) => service.search(body));
  mount(router, audit.verification, () => service.verification());
  mount(router, audit.verify, ({ actor, origin }) => service.verify(actor, origin));
  mount(router, audit.export, ({ actor, body, origin }) => service.export(actor, body, origin));
}
