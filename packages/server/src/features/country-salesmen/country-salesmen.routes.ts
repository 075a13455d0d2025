import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { CountrySalesmenService } from './country-salesmen.service.ts';

export function countrySalesmenRoutes(door: Door, service: CountrySalesmenService): void {
  serve(door, countrySalesmen.options, () => service.options());
  serve(door, countrySalesmen.search, ({ body }) => service.search(body));
  serve(door, countrySalesmen.export, ({ actor, body, origin }) => service.export(actor, body, origin));
  serve(door, countrySalesmen.create, ({ actor, body, origin }) => service.create(actor, body, origin));
  serve(door, countrySalesmen.update, ({ actor, params, body, origin }) =>
    service.update(actor, params.id, body, origin),
  );
  serve(door, countrySalesmen.removeMany, ({ actor, body, origin }) => service.removeMany(actor, body, origin));
  serve(door, countrySalesmen.remove, ({ actor, params, origin }) => service.remove(actor, params.id, origin));
  serve(door, countrySalesmen.impact, ({ actor, body }) => service.impact(actor, body));
  serve(door, countrySalesmen.coverage, ({ actor }) => service.coverage(actor));
  serve(door, countrySalesmen.recipient, ({ body }) => service.recipient(body));
}
