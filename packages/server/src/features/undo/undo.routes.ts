import { undo } from '@basics/contract/undo/undo.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { undoAct } from './undo-act.ts';

export function undoRoutes(router: Router): void {
  mount(router, undo.undo, (call) => undoAct(call, call.params.id));
}
