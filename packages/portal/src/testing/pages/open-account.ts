import type { FakeServer } from '../fake-server.ts';
import { answerLicenses } from '../records/licenses.ts';
import { createUser } from '../records/people.ts';
import { openPortal } from '../portal.tsx';

/** Opens My Account as a customer. `prepareServer` answers the calls of the cards that the test is about. */
export const openAccount = (prepareServer: (server: FakeServer) => void) =>
  openPortal({
    at: '/account',
    user: createUser('OEM'),
    prepareServer: (server) => {
      answerLicenses(server);
      prepareServer(server);
    },
  });
