import { licenseCare } from '@basics/contract/license-care.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { LicenseCareService } from './license-care.service.ts';

export function licenseCareRoutes(door: Door, service: LicenseCareService): void {
  serve(door, licenseCare.search, ({ actor, body }) => service.search(actor, body));
  serve(door, licenseCare.export, ({ actor, body, origin }) => service.export(actor, body, origin));
  serve(door, licenseCare.get, ({ actor, params }) => service.get(actor, params.licenseId));
  serve(door, licenseCare.revoke, ({ actor, params, body, origin }) =>
    service.revoke(actor, { ...params, ...body }, origin),
  );
  serve(door, licenseCare.machines, ({ actor, params }) => service.machines(actor, params.id));
  serve(door, licenseCare.release, ({ actor, params, body, origin }) =>
    service.release(actor, { ...params, ...body }, origin),
  );
}
