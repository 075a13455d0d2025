import { policies } from '@basics/contract/policies/policies.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { listPolicies, readPolicy } from './list-policies.ts';
import { previewPolicies, writePolicies } from './write-policies.ts';

export function policiesRoutes(router: Router): void {
  mount(router, policies.list, listPolicies);
  mount(
    router,
    policies.update,
    (call) =>
      call.body.preview ? previewPolicies(call, call.params, call.body) : writePolicies(call, call.params, call.body),
    (call) => readPolicy(call, call.params),
  );
}
