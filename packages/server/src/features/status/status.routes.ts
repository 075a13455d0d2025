import { status } from '@basics/contract/status/status.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { readStatus, type StatusParts } from './read-status.ts';

export function statusRoutes(router: Router, parts: StatusParts): void {
  mount(router, status.get, (call) => readStatus({ ...call, ...parts }));
}
