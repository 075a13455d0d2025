import { passwordLink } from '@basics/contract/users/users.ts';
import { session } from '@basics/contract/session/session.ts';
import { viewAs } from '@basics/contract/session/view-as.ts';
import { expect, test, describe } from 'vitest';
import { hours } from '#server/platform/clock/clock.ts';
import { findAuditEntries } from '#server/testing/audit-of.ts';
import { databases } from '#server/testing/database/databases.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';

const login = 'grace@customer.example';
const newPassword = 'Granite-Harbour-91';

describe.each(databases)('a password link from staff (%s)', (kind) => {
  const openWithGrace = async () => {
    const staffed = await openStaffedPortal(kind);
    const id = await staffed.portal.addUser({ login });
    const sendLink = (token: string, userId = id) =>
      staffed.portal.call(passwordLink.sendPasswordLink, { token, params: { id: userId } });
    return { ...staffed, id, sendLink };
  };

  test('staff send a password link to a user: only the e-mail contains the link, and only the newest link is valid (T431)', async () => {
    const { portal, root, asRoot, id, sendLink } = await openWithGrace();
    expect((await sendLink(asRoot)).status).toBe(204);
    const firstLink = (await readNewestMail(portal, 'passwordReset')).token;
    expect((await sendLink(asRoot)).status).toBe(204);
    expect(await listLetters(portal)).toEqual([`passwordReset to ${login}`, `passwordReset to ${login}`]);
    const letter = await readNewestMail(portal, 'passwordReset');
    expect(letter.text).toContain('Our staff send you this link.');

    const setPassword = (token: string) =>
      portal.call(session.resetPassword, {
        body: { token, password: newPassword, confirmPassword: newPassword },
      });
    expect(readProblemCode((await setPassword(firstLink)).body)).toBe('LINK_REPLACED');
    expect((await setPassword(letter.token)).status).toBe(200);
    expect((await portal.call(session.signIn, { body: { login, password: newPassword } })).status).toBe(200);
    const entries = (await findAuditEntries(portal, 'user')).filter(({ action }) => action === 'user.passwordLink');
    expect(entries.map(({ actorId, subjectId }) => [actorId, subjectId])).toEqual([
      [root, String(id)],
      [root, String(id)],
    ]);
    expect(JSON.stringify(entries)).not.toContain(letter.token);
  });

  test("a password link is not sent for the sender's own account, for an inactive account, after three links an hour, or in a view as another user", async () => {
    const { portal, root, asRoot, asAda, id, sendLink } = await openWithGrace();
    const suspendedId = await portal.addUser({ login: 'suspended@customer.example', status: 'suspended' });
    expect(readProblemCode((await sendLink(asRoot, root)).body)).toBe('OWN_ACCOUNT');
    expect(readProblemCode((await sendLink(asRoot, suspendedId)).body)).toBe('STILL_SUSPENDED');
    const viewResponse = await portal.call(viewAs.viewAs, { token: asRoot, params: { id } });
    const { token: viewToken } = viewAs.viewAs.reply.parse(viewResponse.body);
    expect((await sendLink(viewToken)).status).toBe(403);

    const statuses = [];
    // oxlint-disable-next-line no-await-in-loop -- the limit counts the calls one after the other
    for (let count = 0; count < 4; count += 1) statuses.push((await sendLink(asRoot)).status);
    expect(statuses).toEqual([204, 204, 204, 429]);
    // The sender may send 30 links an hour, and has already made 4 of these calls.
    for (let count = 4; count < 30; count += 1) expect((await sendLink(asRoot)).status).toBe(429);
    const otherId = await portal.addUser({ login: 'other@customer.example' });
    expect((await sendLink(asRoot, otherId)).status).toBe(429);
    expect((await sendLink(asAda, otherId)).status).toBe(204);
    portal.pass(hours(1));
    expect((await sendLink(asRoot)).status).toBe(204);
    expect(await listLetters(portal)).toHaveLength(5);
  });
});
