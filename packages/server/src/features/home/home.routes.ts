import { home } from '@basics/contract/home.ts';
import { staffInbox } from '@basics/contract/inbox.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { HomeService } from './home.service.ts';

export function homeRoutes(router: Router, service: HomeService): void {
  mount(router, home.figures, ({ actor }) => service.figures(actor));
  mount(router, staffInbox.inbox, ({ actor }) => service.inbox(actor));
  mount(router, staffInbox.counts, ({ actor }) => service.counts(actor));
}
