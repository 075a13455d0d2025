import { bulkRequests } from '@basics/contract/calls/bulk.ts';
import { listCounts } from '@basics/contract/saved-views/list-counts.ts';
import { selections } from '@basics/contract/mass-acts/selections.ts';
import { evidence } from '@basics/contract/requests/request-evidence.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { readSelectedUsers } from '#server/features/users/list/search-users.repository.ts';
import { readChangedUser } from '#server/features/users/user.ts';
import { readUser } from '#server/features/users/users.repository.ts';
import { sampleLetters } from '#server/mail/sample-letters.ts';
import { listFound, resolveSelection, toSelectionSeen } from '#server/platform/bulk.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { allowUndo, toUndoFields, undoMs } from '#server/platform/undo/undo.repository.ts';
import {
  approveRequest,
  decideOneRequest,
  rejectRequest,
  decideRequests,
  startDecisions,
  requireOpenRequest,
} from './decide-request.ts';
import { findEvidence } from './evidence.ts';
import { exportRequests } from './export-requests.ts';
import { reopenRequest, withdrawInvitation } from './reopen-request.ts';
import { findRequestInScope, listRequestOptions, toRequest, toRequests } from './request.ts';
import { countRequests, findRequests, findSelectedRequests } from './requests.repository.ts';

/** Mounts the calls about requests for accounts. Each function first checks the scope of the actor. */
export function requestsRoutes(router: Router): void {
  mount(router, requests.options, listRequestOptions);
  mount(router, requests.search, async ({ db, actor, body, at }) => {
    const page = await findRequests(db, actor, body, at);
    return { ...page, items: await toRequests(db, page.items) };
  });
  mount(router, listCounts.requests, ({ db, actor, body, at }) => countRequests(db, actor, body.searches, at));
  mount(router, selections.requests, async ({ db, actor, body, at }) =>
    toSelectionSeen(await findSelectedRequests(db, actor, body, at)),
  );
  mount(router, requests.export, (call) => exportRequests(call, call.body));
  mount(router, requests.get, async (call) => toRequest(call.db, await findRequestInScope(call, call.params.id)));
  mount(router, evidence.evidence, async (call) =>
    findEvidence(call.db, call.actor, await findRequestInScope(call, call.params.id)),
  );

  mount(router, bulkRequests.decideMany, async (call) => {
    const { db, actor, at } = call;
    const decision = await resolveSelection(call, call.body, (selection) =>
      findSelectedRequests(db, actor, selection, at),
    );
    const { ids, sample, part } = decision;
    if (sample)
      return sampleLetters(call, { ids, sample }, (parts, id) =>
        decideOneRequest({ ...call, ...parts }, id, { ...decision, preview: true }),
      );
    const started = await startDecisions(call, decision);
    if (started) return started;
    const reply = await decideRequests(allowUndo(call, undoMs.mass), decision);
    return { ...reply, ...part, ...(part.seen && { rows: await readSelectedUsers(db, listFound(reply.results)) }) };
  });
  mount(
    router,
    requests.approve,
    async (call) => {
      const context = allowUndo(call);
      await approveRequest(context, call.params.id, call.body);
      return { ...(await readChangedUser(call.db, call.params.id)), ...toUndoFields(context) };
    },
    async (call) => toRequest(call.db, await requireOpenRequest(call.db, call, call.params.id)),
  );
  mount(router, requests.reject, async (call) => {
    const context = allowUndo(call);
    await rejectRequest(context, call.params.id, call.body);
    return { ...(await toRequest(call.db, await readUser(call.db, call.params.id))), ...toUndoFields(context) };
  });
  mount(router, requests.reopen, async (call) => {
    await reopenRequest(call, call.params.id);
    return toRequest(call.db, await readUser(call.db, call.params.id));
  });
  mount(router, requests.withdrawInvitation, async (call) => {
    await withdrawInvitation(call, call.params.id);
    return readChangedUser(call.db, call.params.id);
  });
}
