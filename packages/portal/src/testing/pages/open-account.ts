import type { FakeServer } from '../fake-server.ts';
import { answerLicenses } from '../records/licenses.ts';
import { createUser } from '../records/people.ts';
import { openPortal } from '../portal.tsx';

/** Opens My Account as a customer, or its other page. `prepareServer` answers the calls of the cards that the test is about. */
export const openAccount = (prepareServer: (server: FakeServer) => void, at = '/account') =>
  openPortal({
    at,
    user: createUser('OEM'),
    prepareServer: (server) => {
      answerLicenses(server);
      prepareServer(server);
    },
  });

/** Opens the page of My Account about security. */
export const openSecurity = (prepareServer: (server: FakeServer) => void) =>
  openAccount(prepareServer, '/account/security');
