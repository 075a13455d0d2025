import { tools } from '@basics/contract/tools.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { ToolsService } from './tools.service.ts';

export function toolsRoutes(door: Door, service: ToolsService): void {
  serve(door, tools.list, () => service.list());
  serve(door, tools.create, ({ actor, body, origin }) => service.create(actor, body, origin));
  serve(door, tools.update, ({ actor, params, body, origin }) => service.update(actor, params.id, { body, origin }));
  serve(door, tools.remove, ({ actor, params, origin }) => service.remove(actor, params.id, origin));
  serve(door, tools.configTools, ({ actor }) => service.configTools(actor));
  serve(door, tools.licensable, ({ actor, params }) => service.licensable(actor, params.id));
}
