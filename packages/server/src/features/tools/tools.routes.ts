import { tools } from '@basics/contract/tools.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { ToolsService } from './tools.service.ts';

export function toolsRoutes(door: Door, service: ToolsService): void {
  serve(door, tools.configTools, () => service.configTools());
  serve(door, tools.licensable, ({ actor, params }) => service.licensable(actor, params.id));
}
