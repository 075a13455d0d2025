import type { Body, Endpoint } from '@basics/contract/endpoint.ts';
import type { User, users } from '@basics/contract/users.ts';
import type { Permission } from '@basics/contract/permissions.ts';
import type { Database } from '#server/database/database.ts';
import { toUndoFields, undoMs } from '#server/platform/undo/record-undo.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import type { Passwords } from '#server/platform/security/passwords.ts';
import type { UserChangeContext } from './acting.ts';
import { createBulkUserCalls } from './bulk-user-calls.ts';
import { requestLoginChange } from './change-login.ts';
import { createUser } from './create-user.ts';
import { inviteUser } from './invite-user.ts';
import { endOverride, grantOverride, listOverrides } from './overrides.ts';
import type { OverrideGrant } from './overrides.ts';
import { sendPasswordLink } from './send-password-link.ts';
import { reinstateUser, suspendUser } from './suspend-user.ts';
import { updateUser } from './update-user.ts';
import { toUserWithTools } from './user.ts';
import { readUser } from './users.repository.ts';

export type UserWriteDependencies = {
  database: Database;
  clock: Clock;
  queueLetter: QueueLetter;
  passwords: Passwords;
};

type WriteInput<E extends Endpoint> = { body: Body<E>; origin: Origin };

/** Creates the functions of the API that change users. Most of them return the user as it is after the change. */
export function createUserWrites({ database, clock, queueLetter, passwords }: UserWriteDependencies) {
  const createContext = (actor: Actor, origin: Origin, waitMs: number = undoMs.one): UserChangeContext => {
    const at = clock();
    return { database, queueLetter, actor, origin, at, undoUntil: at + waitMs };
  };
  const readChangedUser = async (userId: number): Promise<User> =>
    toUserWithTools(database.kysely, await readUser(database.kysely, userId));

  return {
    ...createBulkUserCalls((actor, origin) => createContext(actor, origin, undoMs.mass)),

    async create(actor: Actor, body: Body<typeof users.create>, origin: Origin): Promise<User> {
      return readChangedUser(await createUser(createContext(actor, origin), body));
    },

    async update(actor: Actor, userId: number, { body, origin }: WriteInput<typeof users.update>): Promise<User> {
      await updateUser(createContext(actor, origin), userId, body);
      return readChangedUser(userId);
    },

    listOverrides: (actor: Actor, userId: number) => listOverrides(database.kysely, actor, { userId, now: clock() }),
    grantOverride: (actor: Actor, grant: OverrideGrant, origin: Origin) =>
      grantOverride(createContext(actor, origin), grant),
    endOverride: (actor: Actor, { id, permission }: { id: number; permission: Permission }, origin: Origin) =>
      endOverride(createContext(actor, origin), id, permission),

    async suspend(actor: Actor, userId: number, { body, origin }: WriteInput<typeof users.suspend>) {
      const context = createContext(actor, origin);
      await suspendUser(context, { userId, ...body });
      return { ...(await readChangedUser(userId)), ...toUndoFields(context) };
    },

    async reinstate(actor: Actor, userId: number, { body, origin }: WriteInput<typeof users.reinstate>): Promise<User> {
      await reinstateUser(createContext(actor, origin), { userId, ...body });
      return readChangedUser(userId);
    },

    async changeLogin(actor: Actor, userId: number, { body, origin }: WriteInput<typeof users.changeLogin>) {
      await requestLoginChange(createContext(actor, origin), { passwords, clock }, userId, body);
      return { received: true as const };
    },

    async sendPasswordLink(actor: Actor, userId: number, origin: Origin): Promise<undefined> {
      await sendPasswordLink(createContext(actor, origin), userId);
      return undefined;
    },

    async invite(actor: Actor, userId: number, origin: Origin) {
      const context = createContext(actor, origin);
      await inviteUser(context, userId);
      return { ...(await readChangedUser(userId)), ...toUndoFields(context) };
    },
  };
}
