import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { helpRequestPresence } from '@basics/contract/users/presence.ts';
import type { LicenseKeys } from '#server/features/licenses/license-key.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { answerHelp } from './answer-help.ts';
import { askForHelp } from './ask-for-help.ts';
import { withdrawHelp } from './close-help.ts';
import { findHelpCase, reportHelpPresence } from './help-case.ts';
import { exportHelpRequests, listHelpRequestsOfUser, searchHelpRequests } from './list-help-requests.ts';

export function helpRequestsRoutes(router: Router, { keys }: { keys: LicenseKeys | null }): void {
  mount(router, helpRequests.ask, (call) => askForHelp(call, call.params.id, call.body));
  mount(router, helpRequests.listOf, (call) => listHelpRequestsOfUser(call, call.params.id, call.query));
  mount(router, helpRequests.withdraw, (call) => withdrawHelp(call, call.params.id, call.params.helpRequestId));
  mount(router, helpRequests.search, (call) => searchHelpRequests(call, call.body));
  mount(router, helpRequests.export, (call) => exportHelpRequests(call, call.body));
  mount(router, helpRequests.get, (call) => findHelpCase({ ...call, keys }, call.params.id));
  mount(router, helpRequestPresence.reportPresence, (call) => reportHelpPresence(call, call.params.id));
  mount(router, helpRequests.answer, (call) => answerHelp({ ...call, keys }, call.params.id, call.body));
}
