import { status } from '@basics/contract/status/status.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import { readStatus } from './read-status.ts';
import type { StatusParts } from './read-status.ts';

export function statusRoutes(router: Router, parts: StatusParts): void {
  mount(router, status.get, (call) => readStatus({ ...call, ...parts }));
}
