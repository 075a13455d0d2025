import { fleet } from '@basics/contract/fleet/fleet.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { readFleetCounts } from './count-fleet.ts';
import { endMailing, readMailing, sendNote } from './send-note.ts';

export function fleetRoutes(router: Router): void {
  mount(router, fleet.versions, (call) => readFleetCounts(call, call.query));
  mount(router, fleet.sendNote, (call) => sendNote(call, call.body));
  mount(router, fleet.mailing, (call) => readMailing(call, call.params.mailingId));
  mount(router, fleet.stopMailing, (call) => endMailing(call, call.params.mailingId));
}
