import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { findAuditEntries } from '#server/testing/audit-of.ts';
import { databases } from '#server/testing/database/databases.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { createUserBody, listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';

const login = 'hidden@customer.example';

test.each(databases)(
  'a salesman who creates an account with a login out of scope sees nothing about its owner, and administrators get an e-mail (%s)',
  async (kind) => {
    const { portal, asRoot, asAda, ada } = await openStaffedPortal(kind);
    const createUser = async (token: string, newLogin: string) => {
      const body = createUserBody({ login: newLogin, email: newLogin });
      return Object(await portal.call(users.create, { token, body })).body;
    };
    const foreignPerson = await addPerson(portal, { login, country: 'NO' });
    await addPerson(portal, { login: 'own@customer.example', country: 'DE' });
    const takenReply = { fields: { login: 'An account with this login/e-mail already exists.' } };
    expect(await createUser(asAda, 'own@customer.example')).toMatchObject(takenReply);
    expect(await listLetters(portal)).toEqual([]);
    const hiddenMessage = 'An account with this login/e-mail cannot be created here. The administrators were told.';
    expect(await createUser(asAda, login.toUpperCase())).toMatchObject({
      code: 'INVALID',
      fields: { login: hiddenMessage },
    });
    await createUser(asAda, login);
    expect(await listLetters(portal), 'once a day').toEqual(['accountOutOfScope to root@portal.example']);
    const { text } = await readNewestMail(portal, 'accountOutOfScope');
    for (const letterPart of [login, 'ada@portal.example', `/users/${foreignPerson.id}/edit`])
      expect(text).toContain(letterPart);
    const refusalEntries = (await findAuditEntries(portal, 'user')).filter(
      ({ action }) => action === 'user.refuseLogin',
    );
    expect(refusalEntries).toMatchObject([{ actorId: ada, subjectId: String(foreignPerson.id) }]);
    expect(await createUser(asRoot, login)).toMatchObject(takenReply);
    portal.pass(days(1));
    await createUser(await portal.signIn('ada@portal.example'), login);
    expect(await listLetters(portal)).toHaveLength(2);
    await portal.close();
  },
);
