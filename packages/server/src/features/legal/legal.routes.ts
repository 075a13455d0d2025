import { legal } from '@basics/contract/legal.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { LegalService } from './legal.service.ts';

export function legalRoutes(door: Door, service: LegalService): void {
  serve(door, legal.get, ({ params }) => service.get(params));
  serve(door, legal.update, ({ actor, params, body, origin }) => service.update(actor, params, body, origin));
}
