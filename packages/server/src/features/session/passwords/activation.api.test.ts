import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases } from '#server/testing/database/databases.ts';
import { readToken } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

const newPassword = 'Granite-Harbour-91';
const toPasswordFields = (password: string) => ({ password, confirmPassword: password });

describe.each(databases)('an activation (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('an activation sets the first password, activates the account, and adds an entry to the history of the account', async () => {
    const db = portal().database.kysely;
    const userId = await portal().addUser({ login: 'invited@example.org' });
    await db.updateTable('users').set({ status: 'approved', passwordHash: null }).where('id', '=', userId).execute();
    const { token } = await issueOneTimeToken(db, { purpose: 'activate', userId, now: portal().now() });
    const checkResponse = await portal().call(session.checkLink, { body: { token } });
    expect(checkResponse.body).toMatchObject({ purpose: 'activate', login: 'invited@example.org' });
    const resetResponse = await portal().call(session.resetPassword, {
      body: { token, ...toPasswordFields(newPassword) },
    });
    expect(resetResponse.status).toBe(200);
    const currentResponse = await portal().call(users.current, { token: readToken(resetResponse.body) });
    expect(currentResponse).toMatchObject({ status: 200, body: { userId, userEmail: 'invited@example.org' } });
    const historyRows = await db.selectFrom('userHistory').selectAll().where('userId', '=', userId).execute();
    expect(historyRows).toMatchObject([{ fromStatus: 'approved', toStatus: 'active', actorId: userId }]);
    const body = { login: 'invited@example.org', password: newPassword };
    expect((await portal().call(session.signIn, { body })).status).toBe(200);
    const auditRow = await selectAuditEntries(db)
      .selectAll()
      .where('action', '=', 'session.activate')
      .where('actorId', '=', userId)
      .execute();
    expect(auditRow).toHaveLength(1);
    expect(JSON.stringify(auditRow)).not.toContain(token);
  });

  test('an activation opens no session for a user with a second factor', async () => {
    const db = portal().database.kysely;
    const userId = await portal().addUser({ login: 'two@example.org' });
    await db.updateTable('users').set({ status: 'approved', passwordHash: null }).where('id', '=', userId).execute();
    const factor = { userId, kind: 'totp' as const, name: 'app', secret: 'sealed', transports: '[]' };
    await db
      .insertInto('secondFactors')
      .values({ ...factor, createdAt: 0, confirmedAt: 0 })
      .execute();
    const { token } = await issueOneTimeToken(db, { purpose: 'activate', userId, now: portal().now() });
    const resetResponse = await portal().call(session.resetPassword, {
      body: { token, ...toPasswordFields(newPassword) },
    });
    expect(resetResponse.body).toEqual({ received: true });
    const sessions = db.selectFrom('sessions').select('id').where('userId', '=', userId);
    expect(await sessions.execute()).toEqual([]);
  });
});
