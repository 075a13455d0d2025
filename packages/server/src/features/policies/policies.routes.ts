import { policies } from '@basics/contract/policies.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { PoliciesService } from './policies.service.ts';

export function policiesRoutes(door: Door, service: PoliciesService): void {
  serve(door, policies.list, () => service.list());
  serve(door, policies.update, ({ actor, params, body, origin }) =>
    body.preview ? service.preview(params, body) : service.update(actor, params, { body, origin }),
  );
}
