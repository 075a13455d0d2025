import { helpRequests } from '@basics/contract/help-requests.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { HelpRequestsService } from './help-requests.service.ts';

export function helpRequestsRoutes(door: Door, service: HelpRequestsService): void {
  serve(door, helpRequests.ask, ({ actor, params, body, origin }) => service.ask(actor, params.id, body, origin));
  serve(door, helpRequests.listOf, ({ actor, params, query }) => service.listOf(actor, params.id, query));
  serve(door, helpRequests.withdraw, ({ actor, params, origin }) =>
    service.withdraw(actor, params.id, params.helpRequestId, origin),
  );
  serve(door, helpRequests.search, ({ actor, body }) => service.search(actor, body));
  serve(door, helpRequests.export, ({ actor, body, origin }) => service.export(actor, body, origin));
  serve(door, helpRequests.get, ({ actor, params }) => service.get(actor, params.id));
  serve(door, helpRequests.answer, ({ actor, params, body, origin }) => service.answer(actor, params.id, body, origin));
}
