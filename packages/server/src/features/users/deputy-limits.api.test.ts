import { absenceCalls } from '@basics/contract/absences.ts';
import { bulkUsers } from '@basics/contract/bulk.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import { reminderContacts } from '@basics/contract/reminder-contacts.ts';
import { requests } from '@basics/contract/requests.ts';
import { users } from '@basics/contract/users.ts';
import { describe, expect, test } from 'vitest';
import { anyDatabase } from '#server/testing/databases.ts';
import type { DatabaseKind } from '#server/testing/databases.ts';
import { openHelpRequests } from '#server/testing/help-requests.ts';
import { addPerson } from '#server/testing/people.ts';
import type { Person } from '#server/testing/people.ts';
import { password } from '#server/testing/portal.ts';
import { assignSalesman, createApprovalBody, listLetters } from '#server/testing/staff.ts';

/** Simon has Germany, and Ben, who has Norway, is the deputy of Simon from 10 March 2026, which is today, through 20 March. */
async function openWithDeputy(kind: DatabaseKind) {
  const fixture = await openHelpRequests(kind);
  const { portal, simon } = fixture;
  const ben = await addPerson(portal, { profileId: 2, login: 'ben@portal.example' });
  await assignSalesman(portal.database, ben.id, 'NO', 'blue');
  const days = { from: '2026-03-10', until: '2026-03-20' };
  const setAbsence = (deputyId: number, actor: Person = simon) =>
    portal.call(absenceCalls.setAbsence, {
      token: actor.token,
      params: { id: simon.id },
      body: { deputyId, ...days },
    });
  expect((await setAbsence(ben.id)).status).toBe(200);
  return { ...fixture, ben, setAbsence };
}

describe.each(anyDatabase)('the limits of a deputy on %s', (kind) => {
  test('a deputy can change nothing of a customer that outlasts the absence: country, brand, login, second contact', async () => {
    const { portal, simon, ben, ada } = await openWithDeputy(kind);
    const params = { id: ada.id };
    const readVersion = async () =>
      users.get.reply.parse((await portal.call(users.get, { token: ben.token, params })).body).version;
    const update = async (change: Record<string, unknown>) =>
      portal.call(users.update, { token: ben.token, params, body: { version: await readVersion(), ...change } });
    const setBrand = async (person: Person) => {
      const body = { ids: [ada.id], change: 'brand', brand: 'red' };
      const reply = await portal.call(bulkUsers.changeMany, { token: person.token, body });
      return bulkUsers.changeMany.reply.parse(reply.body).results[0]?.outcome;
    };
    const changeLogin = (person: Person) => {
      const body = { login: 'taken-over@customer.example', currentPassword: password };
      return portal.call(users.changeLogin, { token: person.token, params, body });
    };
    const setContact = (person: Person, address: string | null) =>
      portal.call(reminderContacts.setReminderContact, { token: person.token, params, body: { address } });
    const { notAllowed } = fieldMessages;
    expect(Object((await update({ country: 'NO' })).body).fields).toEqual({ country: notAllowed });
    expect(Object((await update({ country: 'NO', brand: 'red' })).body).fields).toEqual({
      country: notAllowed,
      brand: notAllowed,
    });
    const login = 'asks@customer.example';
    const applicantId = await portal.addUser({ login, country: 'DE', status: 'pending', profileId: null });
    const approval = { params: { id: applicantId }, body: createApprovalBody(1, { country: 'NO' }) };
    const approvalReply = await portal.call(requests.approve, { token: ben.token, ...approval });
    expect(Object(approvalReply.body).fields).toEqual({ country: notAllowed });
    expect(await setBrand(ben)).toBe('refused');
    expect(Object((await changeLogin(ben)).body).fields).toEqual({ login: notAllowed });
    expect(Object((await setContact(ben, 'mine@portal.example')).body).fields).toEqual({ address: notAllowed });
    expect(await listLetters(portal)).toEqual([]);
    expect((await update({ phone: '+49 30 5550199' })).status).toBe(200);
    expect((await setContact(simon, 'office@customer.example')).status).toBe(200);
    expect((await setContact(ben, null)).status).toBe(200);
    expect((await changeLogin(simon)).status).toBe(200);
    expect(await setBrand(simon)).toBe('done');
  });
});
