import { requests } from '@basics/contract/requests.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { RequestsService } from './requests.service.ts';

export function requestsRoutes(door: Door, service: RequestsService): void {
  serve(door, requests.options, ({ actor }) => service.options(actor));
  serve(door, requests.search, ({ actor, body }) => service.search(actor, body));
  serve(door, requests.export, ({ actor, body, origin }) => service.export(actor, body, origin));
  serve(door, requests.get, ({ actor, params }) => service.get(actor, params.id));
  serve(door, requests.approve, ({ actor, params, body, origin }) =>
    service.approve(actor, params.id, { body, origin }),
  );
  serve(door, requests.reject, ({ actor, params, body, origin }) => service.reject(actor, params.id, { body, origin }));
}
