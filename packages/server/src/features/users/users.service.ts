import type { Body, Query, Reply } from '@basics/contract/endpoint.ts';
import type { timeline } from '@basics/contract/timeline.ts';
import type { User, users } from '@basics/contract/users.ts';
import type { viewers } from '@basics/contract/viewers.ts';
import { beginExport } from '#server/platform/csv/start-export.ts';
import type { CsvTable } from '#server/platform/csv/csv.ts';
import { problem } from '#server/platform/problem.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { createAbsenceCalls } from './absences.ts';
import { readCurrentUser } from './current-user.ts';
import { exportPerson } from './export-person.ts';
import { createUsersExport } from './export-users.ts';
import { listPreferenceOptions, readPreferences } from './preferences.ts';
import { reportPresence } from './presences.ts';
import { requireInScope } from './scope.repository.ts';
import { searchUsers } from './search-users.repository.ts';
import { createDeletionCalls } from './user-deletions.ts';
import type { DeletionDependencies } from './user-deletions.ts';
import { findTimeline } from './timeline.ts';
import { findHistory } from './user-history.ts';
import { listUserOptions } from './user-options.ts';
import { toUsers, toUserWithTools } from './user.ts';
import { createUserWrites } from './users-writing.ts';
import type { UserWriteDependencies } from './users-writing.ts';
import { findUser, findUserInScope } from './users.repository.ts';
import { explainScope } from './viewers.ts';

/** Searches, reads and changes users. Each function first checks the scope of the actor. */
export function usersService(dependencies: UserWriteDependencies & DeletionDependencies) {
  const db = dependencies.database.kysely;

  const readUser = async (actor: Actor, userId: number): Promise<User> => {
    const row = await findUserInScope(db, actor, userId);
    if (!row) throw problem('USER_NOT_FOUND');
    return toUserWithTools(db, row);
  };

  return {
    current: (actor: Actor) => readCurrentUser(db, actor, dependencies.clock()),

    get: readUser,

    async history(actor: Actor, userId: number): Promise<Reply<typeof users.history>> {
      await requireInScope(db, actor, userId);
      return { items: await findHistory(db, userId) };
    },

    async timeline(
      actor: Actor,
      userId: number,
      { most }: Query<typeof timeline.timeline>,
    ): Promise<Reply<typeof timeline.timeline>> {
      await requireInScope(db, actor, userId);
      return findTimeline(db, actor, { userId, limit: most });
    },

    viewers: (actor: Actor, userId: number, query: Query<typeof viewers.viewers>) =>
      explainScope(db, actor, userId, { viewerId: query.viewer, now: dependencies.clock() }),

    async search(actor: Actor, query: Body<typeof users.search>): Promise<Reply<typeof users.search>> {
      const page = await searchUsers(db, actor, query);
      return { ...page, items: await toUsers(db, page.items) };
    },

    async export(actor: Actor, query: Body<typeof users.export>, origin: Origin): Promise<CsvTable> {
      const at = dependencies.clock();
      const readDatabase = await beginExport({ ...dependencies, at }, { actor, origin }, { kind: 'user', query });
      return createUsersExport(readDatabase, actor, query, at);
    },

    personalData: (actor: Actor, userId: number, origin: Origin): Promise<Reply<typeof users.personalData>> =>
      exportPerson({ database: dependencies.database, actor, origin, at: dependencies.clock() }, userId),

    options: (actor: Actor) => listUserOptions(db, actor),

    async preferences(actor: Actor): Promise<Reply<typeof users.preferences>> {
      const user = await findUser(db, actor.userId);
      if (!user) throw problem('NO_SESSION');
      return {
        options: listPreferenceOptions({ brand: user.brandId, country: user.country }),
        values: readPreferences(user.preferences),
        version: user.version,
      };
    },

    async reportPresence(actor: Actor, userId: number) {
      await requireInScope(db, actor, userId);
      // With names, members of staff would see who looks at their account.
      if (userId === actor.userId) return { names: [] };
      return reportPresence(db, actor, { kind: 'user', recordId: userId, now: dependencies.clock() });
    },

    ...createAbsenceCalls(dependencies),
    ...createUserWrites(dependencies),
    ...createDeletionCalls(dependencies),
  };
}

export type UsersService = ReturnType<typeof usersService>;
