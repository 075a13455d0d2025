import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import { handOver } from '@basics/contract/hand-over.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { CountrySalesmenService } from './country-salesmen.service.ts';

export function countrySalesmenRoutes(router: Router, service: CountrySalesmenService): void {
  mount(router, countrySalesmen.options, () => service.options());
  mount(router, countrySalesmen.search, ({ body }) => service.search(body));
  mount(router, countrySalesmen.export, ({ actor, body, origin }) => service.export(actor, body, origin));
  mount(router, countrySalesmen.create, ({ actor, body, origin }) => service.create(actor, body, origin));
  mount(
    router,
    countrySalesmen.update,
    ({ actor, params, body, origin }) => service.update(actor, params.id, body, origin),
    ({ params }) => service.get(params.id),
  );
  mount(router, countrySalesmen.removeMany, ({ actor, body, origin }) => service.removeMany(actor, body, origin));
  mount(router, countrySalesmen.remove, ({ actor, params, query, origin }) =>
    service.remove(actor, { id: params.id, ...query }, origin),
  );
  mount(router, handOver.territories, () => service.territories());
  mount(router, handOver.handOver, ({ actor, body, origin }) => service.handOver(actor, body, origin));
  mount(router, countrySalesmen.impact, ({ actor, body }) => service.impact(actor, body));
  mount(router, countrySalesmen.coverage, ({ actor }) => service.coverage(actor));
  mount(router, countrySalesmen.recipient, ({ body }) => service.recipient(body));
}
