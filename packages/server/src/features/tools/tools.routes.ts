import { tools } from '@basics/contract/tools.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { ToolsService } from './tools.service.ts';

export function toolsRoutes(router: Router, service: ToolsService): void {
  mount(router, tools.list, () => service.list());
  mount(router, tools.create, ({ actor, body, origin }) => service.create(actor, body, origin));
  mount(
    router,
    tools.update,
    ({ actor, params, body, origin }) => service.update(actor, params.id, { body, origin }),
    ({ params }) => service.get(params.id),
  );
  mount(router, tools.remove, ({ actor, params, origin }) => service.remove(actor, params.id, origin));
  mount(router, tools.configTools, ({ actor }) => service.configTools(actor));
  mount(router, tools.licensable, ({ actor, params }) => service.licensable(actor, params.id));
  // The well-known path (RFC 8615) is outside the API, because it is public and its format never changes.
  router.http.get('/.well-known/basics-tools', async (_, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await service.published()),
  );
}
