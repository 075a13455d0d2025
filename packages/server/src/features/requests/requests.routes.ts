import { bulkRequests } from '@basics/contract/bulk.ts';
import { evidence } from '@basics/contract/request-evidence.ts';
import { requests } from '@basics/contract/requests.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { RequestsService } from './requests.service.ts';

export function requestsRoutes(router: Router, service: RequestsService): void {
  mount(router, requests.options, ({ actor }) => service.options(actor));
  mount(router, requests.search, ({ actor, body }) => service.search(actor, body));
  mount(router, requests.export, ({ actor, body, origin }) => service.export(actor, body, origin));
  mount(router, requests.get, ({ actor, params }) => service.get(actor, params.id));
  mount(router, evidence.evidence, ({ actor, params }) => service.evidence(actor, params.id));
  mount(router, bulkRequests.decideMany, ({ actor, body, origin }) => service.decideMany(actor, body, origin));
  mount(
    router,
    requests.approve,
    ({ actor, params, body, origin }) => service.approve(actor, params.id, { body, origin }),
    ({ actor, params }) => service.get(actor, params.id),
  );
  mount(router, requests.reject, ({ actor, params, body, origin }) =>
    service.reject(actor, params.id, { body, origin }),
  );
  mount(router, requests.reopen, ({ actor, params, origin }) => service.reopen(actor, params.id, origin));
  mount(router, requests.withdrawInvitation, ({ actor, params, origin }) =>
    service.withdrawInvitation(actor, params.id, origin),
  );
}
