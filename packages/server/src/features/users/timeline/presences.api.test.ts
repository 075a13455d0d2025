import { helpRequestPresence, userPresence } from '@basics/contract/users/presence.ts';
import { describe, expect, test } from 'vitest';
import { purgeExpired } from '#server/jobs/purge/purge-expired.ts';
import { seconds } from '#server/platform/clock/clock.ts';
import { databases } from '#server/testing/database/databases.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { addPerson } from '#server/testing/records/people.ts';
import type { Person } from '#server/testing/records/people.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';

describe.each(databases)('showing who else has the same record open (%s)', (kind) => {
  test('only staff who have a record in scope see who else had the record open in the last minute', async () => {
    const { portal, root, simon, ada, askSuccessfully } = await openHelpRequests(kind);
    const { helpRequestId } = await askSuccessfully();
    const foreignSalesman = await addPerson(portal, { profileId: 2, login: 'foreign@portal.example' });
    await assignSalesman(portal.database, foreignSalesman.id, 'NO', 'blue');
    const openUser = async ({ token }: Person, id = ada.id) =>
      portal.call(userPresence.reportPresence, { token, params: { id } });
    const openHelpRequest = async ({ token }: Person) =>
      portal.call(helpRequestPresence.reportPresence, { token, params: { id: helpRequestId } });
    expect((await openUser(simon)).body).toEqual({ names: [] });
    expect((await openUser(root)).body).toEqual({ names: ['Test simon'] });
    expect((await openHelpRequest(root)).body).toEqual({ names: [] });
    expect((await openHelpRequest(simon)).body).toEqual({ names: ['Test root'] });
    for (const report of [openUser, openHelpRequest]) {
      expect((await report(foreignSalesman)).status).toBe(404);
      expect((await report(ada)).status).toBe(403);
    }
    expect((await openUser(simon)).body).toEqual({ names: ['Test root'] });
    expect((await openUser(simon, root.id)).status).toBe(404);
    // Users do not see who has their own account open, and the portal does not record that they open it.
    expect((await openUser(root, simon.id)).body).toEqual({ names: [] });
    expect((await openUser(simon, simon.id)).body).toEqual({ names: [] });
    expect((await openUser(root, simon.id)).body).toEqual({ names: [] });

    portal.pass(seconds(59));
    expect((await openUser(simon)).body).toEqual({ names: ['Test root'] });
    portal.pass(seconds(1));
    expect((await openUser(simon)).body).toEqual({ names: [] });
    const { database } = portal;
    const { queueLetter } = openOutbox(database);
    await purgeExpired({ database, clock: portal.now, queueLetter });
    const rows = await database.kysely.selectFrom('presences').select(['kind', 'userId']).execute();
    expect(rows).toEqual([{ kind: 'user', userId: simon.id }]);
    expect(
      await database.kysely.selectFrom('audit').select('id').where('action', 'like', '%resence%').execute(),
    ).toEqual([]);
  });
});
