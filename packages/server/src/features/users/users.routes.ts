import { absenceCalls } from '@basics/contract/users/absences.ts';
import { selections } from '@basics/contract/mass-acts/selections.ts';
import { listCounts } from '@basics/contract/saved-views/list-counts.ts';
import { bulkUsers } from '@basics/contract/calls/bulk.ts';
import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import { notes } from '@basics/contract/users/notes.ts';
import { passwordLink, users } from '@basics/contract/users/users.ts';
import { permissionOverrideCalls } from '@basics/contract/users/permission-overrides.ts';
import { userPresence } from '@basics/contract/users/presence.ts';
import { timeline } from '@basics/contract/users/timeline.ts';
import { viewers } from '@basics/contract/users/viewers.ts';
import { sampleLetters } from '#server/mail/sample-letters.ts';
import { listFound, resolveSelection, toSelectionSeen } from '#server/platform/bulk.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { startIfInBackground } from '#server/platform/mass-acts/start-act.ts';
import { allowUndo, toUndoFields, undoMs } from '#server/platform/undo/undo.repository.ts';
import { endAbsence, readAbsence, setAbsence } from './absence/absences.ts';
import { requestLoginChange } from './access/change-login.ts';
import { changeOneUser, requireMayChange, changeUsers } from './write/change-users.ts';
import { createUser, toNewUser } from './write/create-user.ts';
import { readCurrentUser, readOwnPreferences } from './current-user.ts';
import { exportPerson, exportUsers } from './list/export-users.ts';
import { inviteUser, sendPasswordLink, reinstateUser, suspendUser } from './access/user-access.ts';
import { endOverride, grantOverride, listOverrides } from './access/overrides.ts';
import { reportUserPresence, explainScope, readTimeline, readUserHistory } from './timeline/timeline.ts';
import { previewRemoval, removeUser, removeUsers } from './deletion/remove-users.ts';
import {
  countUsers,
  findSelectedUsers,
  readSelectedUsers,
  listCompanies,
  searchUsers,
} from './list/search-users.repository.ts';
import {
  changeNote,
  createNote,
  listAssignees,
  listNotes,
  readNoteInScope,
  removeNote,
  searchFollowUps,
} from './notes/notes.ts';
import { updateUser } from './write/update-user.ts';
import { listUserOptions, readChangedUser, readUserInScope, readUsersWithRecords, toUsers } from './user.ts';
import { listDeleted, removeDeleted, restoreDeleted } from './deletion/users-bin.ts';

/** Mounts the calls about users. Each function first checks the scope of the actor. */
export function usersRoutes(router: Router): void {
  mount(router, users.current, readCurrentUser);
  mount(router, users.options, listUserOptions);
  mount(router, users.preferences, readOwnPreferences);
  mount(router, users.companies, ({ db, actor, body }) => listCompanies(db, actor, body.keyword));
  mount(router, users.search, async ({ db, actor, body, at }) => {
    const page = await searchUsers(db, actor, body, { now: at, readRows: readUsersWithRecords });
    return { ...page, items: await toUsers(db, page.items, page.items[0]?.records) };
  });
  mount(router, listCounts.users, ({ db, actor, body, at }) => countUsers(db, actor, body.searches, at));
  mount(router, selections.users, async ({ db, actor, body, at }) =>
    toSelectionSeen(await findSelectedUsers(db, actor, body, at)),
  );
  mount(router, users.export, (call) => exportUsers(call, call.body));
  mount(router, users.personalData, (call) => exportPerson(call, call.params.id));
  mount(router, users.get, (call) => readUserInScope(call, call.params.id));
  mount(router, users.history, (call) => readUserHistory(call, call.params.id));
  mount(router, timeline.timeline, (call) =>
    readTimeline(call, { subject: { userId: call.params.id }, limit: call.query.most }),
  );
  mount(router, viewers.viewers, (call) => explainScope(call, { userId: call.params.id, viewerId: call.query.viewer }));
  mount(router, userPresence.reportPresence, (call) => reportUserPresence(call, call.params.id));

  mountNotes(router);

  mount(router, permissionOverrideCalls.listOverrides, (call) => listOverrides(call, call.params.id));
  mount(router, permissionOverrideCalls.grantOverride, (call) => grantOverride(call, { ...call.params, ...call.body }));
  mount(router, permissionOverrideCalls.endOverride, (call) => endOverride(call, call.params));

  mount(router, absenceCalls.readAbsence, (call) => readAbsence(call, call.params.id));
  mount(router, absenceCalls.setAbsence, (call) => setAbsence(call, { userId: call.params.id, ...call.body }));
  mount(router, absenceCalls.endAbsence, (call) => endAbsence(call, call.params.id));

  mount(router, users.create, (call) => createUser(call, toNewUser(call.body)));
  mount(
    router,
    users.update,
    async (call) => {
      await updateUser(call, call.params.id, call.body);
      return readChangedUser(call.db, call.params.id);
    },
    (call) => readUserInScope(call, call.params.id),
  );
  mount(router, users.changeLogin, (call) => requestLoginChange(call, call.params.id, call.body));
  mount(router, passwordLink.sendPasswordLink, (call) => sendPasswordLink(call, call.params.id));
  mount(router, users.suspend, async (call) => {
    const context = allowUndo(call);
    await suspendUser(context, { userId: call.params.id, ...call.body });
    return { ...(await readChangedUser(call.db, call.params.id)), ...toUndoFields(context) };
  });
  mount(router, users.reinstate, async (call) => {
    await reinstateUser(call, { userId: call.params.id, ...call.body });
    return readChangedUser(call.db, call.params.id);
  });
  mount(router, users.invite, async (call) => {
    const context = allowUndo(call);
    await inviteUser(context, call.params.id);
    return { ...(await readChangedUser(call.db, call.params.id)), ...toUndoFields(context) };
  });
  mountBulkCalls(router);
}

/** Mounts the calls about the notes and follow-ups of staff. */
function mountNotes(router: Router): void {
  mount(router, notes.listNotes, (call) => listNotes(call, { userId: call.params.id, limit: call.query.most }));
  mount(router, notes.createNote, (call) => createNote(call, { userId: call.params.id }, call.body));
  mount(
    router,
    notes.changeNote,
    (call) => changeNote(call, toNoteKey(call.params), call.body),
    (call) => readNoteInScope(call, toNoteKey(call.params)),
  );
  mount(router, notes.removeNote, (call) => removeNote(call, toNoteKey(call.params)));
  mount(router, notes.assignees, (call) => listAssignees(call, { userId: call.params.id }));
  mount(router, notes.searchFollowUps, (call) => searchFollowUps(call, call.body));
}

/** Mounts the calls that change or delete many users. */
function mountBulkCalls(router: Router): void {
  mount(router, bulkUsers.changeMany, async (call) => {
    const { db, actor, at } = call;
    requireMayChange(actor, call.body);
    const change = await resolveSelection(call, call.body, (selection) => findSelectedUsers(db, actor, selection, at));
    const { ids, sample, part } = change;
    if (sample)
      return sampleLetters(call, { ids, sample }, (parts, id) => changeOneUser({ ...call, ...parts }, id, change));
    const act = { kind: 'users', change: change.change } as const;
    const started = await startIfInBackground(call, act, change);
    if (started) return started;
    const reply = await changeUsers(allowUndo(call, undoMs.mass), change);
    return { ...reply, ...part, ...(part.seen && { rows: await readSelectedUsers(db, listFound(reply.results)) }) };
  });
  mount(router, bulkUsers.previewDeletion, (call) => previewRemoval(call, call.body));
  mount(router, users.removeMany, async (call) => {
    const forGood = call.query.forGood === 'true';
    const deletion = { ids: call.body, background: call.query.background === 'true', forGood };
    const act = { kind: 'deletion', change: 'delete' } as const;
    return (await startIfInBackground(call, act, deletion)) ?? removeUsers({ ...call, forGood }, call.body);
  });
  mount(router, users.remove, (call) =>
    removeUser({ ...call, forGood: call.query.forGood === 'true' }, call.params.id),
  );
  mount(router, deletedUsers.listDeleted, (call) => listDeleted(call, call.query));
  mount(router, deletedUsers.restoreDeleted, (call) => restoreDeleted(call, call.params.id));
  mount(router, deletedUsers.removeDeleted, (call) => removeDeleted(call, call.params.id));
}

const toNoteKey = ({ id: userId, noteId }: { id: number; noteId: number }) => ({ subject: { userId }, noteId });
