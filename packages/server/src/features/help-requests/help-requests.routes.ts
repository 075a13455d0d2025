import { helpRequests } from '@basics/contract/help-requests.ts';
import { helpRequestPresence } from '@basics/contract/presence.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { HelpRequestsService } from './help-requests.service.ts';

export function helpRequestsRoutes(router: Router, service: HelpRequestsService): void {
  mount(router, helpRequests.ask, ({ actor, params, body, origin }) => service.ask(actor, params.id, body, origin));
  mount(router, helpRequests.listOf, ({ actor, params, query }) => service.listOf(actor, params.id, query));
  mount(router, helpRequests.withdraw, ({ actor, params, origin }) =>
    service.withdraw(actor, params.id, params.helpRequestId, origin),
  );
  mount(router, helpRequests.search, ({ actor, body }) => service.search(actor, body));
  mount(router, helpRequests.export, ({ actor, body, origin }) => service.export(actor, body, origin));
  mount(router, helpRequests.get, ({ actor, params }) => service.get(actor, params.id));
  mount(router, helpRequestPresence.reportPresence, ({ actor, params }) => service.reportPresence(actor, params.id));
  mount(router, helpRequests.answer, ({ actor, params, body, origin }) =>
    service.answer(actor, params.id, body, origin),
  );
}
