import { registration } from '@basics/contract/registration.ts';
import { countries } from '#server/platform/countries.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { RegistrationService } from './registration.service.ts';

export function registrationRoutes(door: Door, service: RegistrationService): void {
  serve(door, registration.register, ({ body, origin }) => service.register(body, origin));
  serve(door, registration.confirm, ({ body, origin }) => service.confirm(body.token, origin));
  serve(door, registration.withdraw, ({ body, origin }) => service.withdraw(body.token, origin));
  serve(door, registration.countries, () => ({ items: [...countries] }));
  serve(door, registration.configTool, ({ actor, query, origin }) =>
    service.configTool(actor, query.userEmail, origin),
  );
}
