import { registration } from '@basics/contract/registration.ts';
import { countries } from '#server/features/countries/countries.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';

export function registrationRoutes(door: Door): void {
  serve(door, registration.countries, () => ({ items: [...countries] }));
}
