import { policies } from '@basics/contract/policies.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { PoliciesService } from './policies.service.ts';

export function policiesRoutes(router: Router, service: PoliciesService): void {
  mount(router, policies.list, () => service.list());
  mount(
    router,
    policies.update,
    ({ actor, params, body, origin }) =>
      body.preview ? service.preview(params, body) : service.update(actor, params, { body, origin }),
    ({ params }) => service.get(params),
  );
}
