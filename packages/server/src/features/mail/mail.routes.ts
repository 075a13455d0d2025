import { mail } from '@basics/contract/mail.ts';
import { serve } from '#server/platform/serve.ts';
import type { Door } from '#server/platform/serve.ts';
import type { MailService } from './mail.service.ts';

export function mailRoutes(door: Door, service: MailService): void {
  serve(door, mail.search, ({ body }) => service.search(body));
  serve(door, mail.export, ({ actor, body, origin }) => service.export(actor, body, origin));
  serve(door, mail.get, ({ actor, params, origin }) => service.get(actor, params.id, origin));
  serve(door, mail.sendAgain, ({ actor, params, origin }) => service.sendAgain(actor, params.id, origin));
}
