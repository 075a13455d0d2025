import { undo } from '@basics/contract/undo.ts';
import type { Database } from '#server/database/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import { undoAct } from './undo-act.ts';

export function undoRoutes(router: Router, { database, clock }: { database: Database; clock: Clock }): void {
  mount(router, undo.undo, ({ actor, params, origin }) => undoAct({ database, actor, origin, at: clock() }, params.id));
}
