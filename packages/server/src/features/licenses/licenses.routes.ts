import { licenses } from '@basics/contract/licenses.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { LicensesService } from './licenses.service.ts';

export function licensesRoutes(door: Door, service: LicensesService): void {
  serve(door, licenses.issue, ({ actor, params, body, origin }) =>
    body.preview === true
      ? service.preview(actor, params.id, body, origin)
      : service.issue(actor, params.id, body, origin),
  );
  serve(door, licenses.list, ({ actor, params, query }) => service.list(actor, params.id, query));
  serve(door, licenses.get, ({ actor, params }) => service.get(actor, params.id, params.licenseId));
  serve(door, licenses.send, ({ actor, params, origin }) => service.send(actor, params.id, params.licenseId, origin));
  serve(door, licenses.download, ({ actor, params, origin }) =>
    service.download(actor, params.id, params.licenseId, origin),
  );
}
