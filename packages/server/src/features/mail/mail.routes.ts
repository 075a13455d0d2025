import { mail } from '@basics/contract/mail.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { MailService } from './mail.service.ts';

export function mailRoutes(router: Router, service: MailService): void {
  mount(router, mail.search, ({ body }) => service.search(body));
  mount(router, mail.export, ({ actor, body, origin }) => service.export(actor, body, origin));
  mount(router, mail.get, ({ actor, params, origin }) => service.get(actor, params.id, origin));
  mount(router, mail.sendAgain, ({ actor, params, origin }) => service.sendAgain(actor, params.id, origin));
  mount(router, mail.repeat, ({ actor, params, origin }) => service.repeat(actor, params, origin));
  mount(router, mail.dismiss, ({ actor, params, origin }) => service.dismiss(actor, params, origin));
}
