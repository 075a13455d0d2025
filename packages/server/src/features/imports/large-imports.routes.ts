import { largeImports } from '@basics/contract/imports.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { LargeImportsService } from './large-imports.service.ts';

export function largeImportsRoutes(router: Router, service: LargeImportsService): void {
  mount(router, largeImports.create, ({ actor, origin, body }) => service.create({ actor, origin }, body));
  mount(router, largeImports.addPart, ({ actor, params, body }) => service.addPart(actor, params.id, body));
  mount(router, largeImports.get, ({ params }) => service.get(params.id));
  mount(router, largeImports.list, () => service.list());
  mount(router, largeImports.start, ({ actor, origin, params, body }) =>
    service.start({ actor, origin }, params.id, body),
  );
  mount(router, largeImports.cancel, ({ actor, origin, params }) => service.cancel({ actor, origin }, params.id));
}
