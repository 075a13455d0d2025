import { openSession } from '#server/features/session/sign-in/open-session.ts';
import type { NewUser, Portal } from '../portal.ts';

/** A user of a test, with the token of a session. */
export type Person = { id: number; login: string; profileID: number | null; token: string };

let personCount = 0;

/**
 * Creates a user with a session, by default a customer with a grant for a tool. The session is written directly into the database, because
 * a sign-in takes longer.
 */
export async function addPerson(portal: Portal, user: Partial<NewUser> = {}): Promise<Person> {
  personCount += 1;
  const login = `person-${personCount}@customer.example`;
  const profileID = user.profileId === undefined ? 7 : user.profileId;
  const id = await portal.addUser({ login, grants: [{ brand: user.brandId ?? 'blue' }], ...user });
  const person = { id, login: user.login ?? login, profileID };
  return { ...person, token: await createSession(portal, person) };
}

/** Creates another session of the same user, and returns its token. A session by a work account needs no second step of the portal. */
export async function createSession(
  portal: Portal,
  person: Omit<Person, 'token'>,
  { byWorkAccount = false }: { byWorkAccount?: boolean } = {},
): Promise<string> {
  const { token } = await portal.database.transact((trx) =>
    openSession(trx, {
      user: { userId: person.id, login: person.login, profileID: person.profileID },
      action: 'session.signIn',
      origin: { requestId: 'test', address: '127.0.0.1', userAgent: 'test', host: 'localhost' },
      at: portal.now(),
      byWorkAccount,
      tokens: portal.tokens,
    }),
  );
  return token;
}
