import { tools } from '@basics/contract/tools/tools.ts';
import { openToOrigin } from '#server/platform/http/methods-and-origins.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { changeTool, removeTool } from './change-tool.ts';
import { createTool } from './create-tool.ts';
import { listConfigTools, listLicensableTools, listPublishedTools, listTools, readTool } from './list-tools.ts';

export function toolsRoutes(router: Router): void {
  mount(router, tools.list, listTools);
  mount(router, tools.create, (call) => createTool(call, call.body));
  mount(
    router,
    tools.update,
    (call) => changeTool(call, call.params.id, call.body),
    (call) => readTool(call, call.params.id),
  );
  mount(router, tools.remove, (call) => removeTool(call, call.params.id));
  mount(router, tools.configTools, listConfigTools);
  mount(router, tools.licensable, (call) => listLicensableTools(call, call.params.id));
  // The well-known path (RFC 8615) is outside the API, because it is public and its format never changes.
  router.http.get('/.well-known/basics-tools', async (_, reply) =>
    openToOrigin(reply, '*')
      .header('cache-control', 'public, max-age=300')
      .send(await listPublishedTools(router.parts.database.kysely)),
  );
}
