import { registration } from '@basics/contract/registration/registration.ts';
import { countries } from '#server/platform/countries/countries.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import type { HumanVerification } from '#server/platform/human-check/human-verification.ts';
import { confirmAddress } from './confirm-address.ts';
import { register } from './register.ts';
import { listRequestableTools } from './requestable-tools.ts';
import { withdrawRequest } from './withdraw-request.ts';

/** Mounts the calls of people who have no account. */
export function registrationRoutes(router: Router, { human }: { human: HumanVerification }): void {
  mount(router, registration.register, (call) => register({ ...call, human }, call.body));
  mount(router, registration.confirm, (call) => confirmAddress(call, call.body.token));
  mount(router, registration.withdraw, (call) => withdrawRequest(call, call.body.token));
  mount(router, registration.countries, () => ({ items: [...countries] }));
  mount(router, registration.configTool, (call) => listRequestableTools(call, call.query.userEmail));
}
