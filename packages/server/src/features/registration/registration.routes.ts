import { registration } from '@basics/contract/registration.ts';
import { countries } from '#server/platform/countries/countries.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { RegistrationService } from './registration.service.ts';

export function registrationRoutes(router: Router, service: RegistrationService): void {
  mount(router, registration.register, ({ actor, body, origin }) => service.register(actor, body, origin));
  mount(router, registration.confirm, ({ body, origin }) => service.confirm(body.token, origin));
  mount(router, registration.withdraw, ({ body, origin }) => service.withdraw(body.token, origin));
  mount(router, registration.countries, () => ({ items: [...countries] }));
  mount(router, registration.configTool, ({ actor, query, origin }) =>
    service.configTool(actor, query.userEmail, origin),
  );
}
