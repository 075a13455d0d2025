import { savedViews } from '@basics/contract/saved-views.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { SavedViewsService } from './saved-views.service.ts';

export function savedViewsRoutes(router: Router, service: SavedViewsService): void {
  mount(router, savedViews.list, ({ actor }) => service.list(actor.userId));
  mount(router, savedViews.save, ({ actor, body }) => service.save(actor.userId, body));
}
