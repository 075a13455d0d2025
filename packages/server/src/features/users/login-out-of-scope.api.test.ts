import { users } from '@basics/contract/users.ts';
import { expect, test } from 'vitest';
import { days } from '#server/platform/clock.ts';
import { auditOf } from '#server/testing/audit-of.ts';
import { databases } from '#server/testing/databases.ts';
import { mailIn } from '#server/testing/mail.ts';
import { newcomer } from '#server/testing/people.ts';
import { aNewUser, lettersIn, openStaffed } from '#server/testing/staff.ts';

const login = 'hidden@customer.example';

test.each(databases)(
  'a salesman who creates an account that is not in scope learns nothing about it, and administrators get an e-mail, on %s',
  async (kind) => {
    const { portal, asRoot, asAda, ada } = await openStaffed(kind);
    const create = async (token: string, address: string) => {
      const body = aNewUser({ login: address, email: address });
      return Object(await portal.ask(users.create, { token, body })).body;
    };
    const foreign = await newcomer(portal, { login, country: 'NO' });
    await newcomer(portal, { login: 'own@customer.example', country: 'DE' });
    const taken = { fields: { login: 'An account with this login/e-mail already exists.' } };
    expect(await create(asAda, 'own@customer.example')).toMatchObject(taken);
    expect(await lettersIn(portal)).toEqual([]);
    const hidden = 'An account with this login/e-mail cannot be created here. The administrators were told.';
    expect(await create(asAda, login.toUpperCase())).toMatchObject({ code: 'INVALID', fields: { login: hidden } });
    await create(asAda, login);
    expect(await lettersIn(portal), 'once a day').toEqual(['accountOutOfScope to root@portal.example']);
    const { text } = await mailIn(portal, 'accountOutOfScope');
    for (const fact of [login, 'ada@portal.example', `/users/${foreign.id}/edit`]) expect(text).toContain(fact);
    const refused = (await auditOf(portal, 'user')).filter(({ action }) => action === 'user.refuseLogin');
    expect(refused).toMatchObject([{ actorId: ada, subjectId: String(foreign.id) }]);
    expect(await create(asRoot, login)).toMatchObject(taken);
    portal.pass(days(1));
    await create(await portal.signIn('ada@portal.example'), login);
    expect(await lettersIn(portal)).toHaveLength(2);
    await portal.close();
  },
);
