import { massActs } from '@basics/contract/mass-acts/mass-acts.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import {
  listMassActs,
  readMassAct,
  readMassResults,
  stopMassAct,
  undoMassAct,
} from '#server/platform/mass-acts/own-acts.ts';

/** Mounts the calls about acts in the background. The bulk calls with `background` start them. */
export function massActsRoutes(router: Router): void {
  mount(router, massActs.list, listMassActs);
  mount(router, massActs.get, (call) => readMassAct(call, call.params.actId));
  mount(router, massActs.results, (call) => readMassResults(call, call.params.actId, call.query.pageNumber));
  mount(router, massActs.stop, (call) => stopMassAct(call, call.params.actId));
  mount(router, massActs.undo, (call) => undoMassAct(call, call.params.actId));
}
