import { largeImports } from '@basics/contract/imports.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { LargeImportsService } from './large-imports.service.ts';

export function largeImportsRoutes(router: Router, service: LargeImportsService): void {
  mount(router, largeImports.create, ({ actor, origin, body }) => service.create({ actor, origin }, body));
  mount(router, largeImports.addPart, ({ params, body }) => service.addPart(params.id, body));
  mount(router, largeImports.get, ({ params }) => service.get(params.id));
  mount(router, largeImports.list, () => service.list());
  mount(router, largeImports.start, ({ params }) => service.start(params.id));
  mount(router, largeImports.cancel, ({ actor, origin, params }) => service.cancel({ actor, origin }, params.id));
}
