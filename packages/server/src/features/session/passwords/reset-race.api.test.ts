import { session } from '@basics/contract/session/session.ts';
import { describe, expect, test } from 'vitest';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { openPortal } from '#server/testing/portal.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';

describe.each(databases)('three simultaneous requests for a forgotten password (%s)', (kind) => {
  test('after simultaneous requests for a reset link, only the link in the newest e-mail is valid', async () => {
    const database = await createTestDatabase(kind);
    const portal = await openPortal(slowDownDatabase(database, 20));
    await portal.addUser({ login: 'twice@example.org' });
    const body = { email: 'twice@example.org' };
    await Promise.all(Array.from({ length: 3 }, () => portal.call(session.forgotPassword, { body })));
    await Promise.all([portal.settled(), portal.settled()]);
    const openLinks = await database.kysely
      .selectFrom('oneTimeTokens')
      .select('hash')
      .where('purpose', '=', 'reset')
      .where('usedAt', 'is', null)
      .execute();
    expect(openLinks).toHaveLength(1);
    expect(await database.kysely.selectFrom('outbox').select('id').execute()).toHaveLength(3);
    const { token } = await readNewestMail(portal, 'passwordReset');
    expect((await portal.call(session.checkLink, { body: { token } })).status).toBe(200);
  });
});
