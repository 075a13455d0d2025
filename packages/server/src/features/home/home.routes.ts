import { home } from '@basics/contract/home/home.ts';
import { staffInbox } from '@basics/contract/home/inbox.ts';
import type { ClockGuard } from '#server/platform/clock/clock-guard.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { readHomeFigures } from './home-figures.ts';
import { countInbox, findInbox } from './inbox.ts';

export function homeRoutes(router: Router, { clockGuard }: { clockGuard: Pick<ClockGuard, 'doubt'> }): void {
  mount(router, home.figures, (call) => readHomeFigures(call, clockGuard));
  mount(router, staffInbox.inbox, findInbox);
  mount(router, staffInbox.counts, countInbox);
}
