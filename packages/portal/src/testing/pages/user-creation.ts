import { users } from '@basics/contract/users/users.ts';
import type { FakeServer } from '../fake-server.ts';
import { createUser } from '../records/people.ts';
import { openPortal } from '../portal.tsx';
import { answerUsers, createUserRecord } from '../records/users.ts';

/** Opens the page on which staff create a user at its address, by default as an administrator. The new user gets the id 500. */
export const openUserCreation = (
  at: `/users/create${string}`,
  prepareServer: (server: FakeServer) => void = () => {},
  user = createUser('Administrator'),
) =>
  openPortal({
    at,
    user,
    prepareServer: (server) => {
      answerUsers(server, user.permissions, []);
      server.answer(users.create, () => createUserRecord({ userId: 500 }));
      prepareServer(server);
    },
  });
