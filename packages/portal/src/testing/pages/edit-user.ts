import { users, type User } from '@basics/contract/users/users.ts';
import type { FakeServer } from '../fake-server.ts';
import { createUser } from '../records/people.ts';
import { openPortal } from '../portal.tsx';
import { answerUsers, createUserRecord } from '../records/users.ts';

type OpenOptions = { user?: User; role?: 'Administrator' | 'Salesman' };

/** Opens the page on which a member of staff changes a user. */
export const openEditPage = (
  prepareServer: (server: FakeServer) => void = () => {},
  { user = createUserRecord(), role = 'Administrator' }: OpenOptions = {},
) => {
  const actor = createUser(role);
  return openPortal({
    at: `/users/${user.userId}/edit`,
    user: actor,
    prepareServer: (server) => {
      answerUsers(server, actor.permissions, [user]);
      server.answer(users.update, ({ body }) => ({
        ...user,
        phone: body.phone ?? user.phone,
        version: user.version + 1,
      }));
      prepareServer(server);
    },
  });
};
