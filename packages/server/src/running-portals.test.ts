import { pino } from 'pino';
import { expect, test } from 'vitest';
import { seconds } from './platform/clock.ts';
import { joinPortals, stayAmongPortals } from './running-portals.ts';
import { sealKeysIn } from './sealing/open-seal-keys.ts';
import { createTestDatabase, databases } from './testing/databases.ts';
import { noon } from './testing/portal.ts';

test.each(databases)(
  'a portal on %s stops when one of a later version is ready, and not while it starts',
  async (kind) => {
    const database = await createTestDatabase(kind);
    let now = noon;
    const sessionKey = new Uint8Array(32);
    const needs = { database, clock: () => now, sessionKey, log: pino({ level: 'silent' }) };
    const portal = await joinPortals(needs);
    const later = await joinPortals(needs);
    const { kysely } = database;
    const change = (columns: { readyAt: number } | { schemaName: string }) =>
      kysely.updateTable('portalProcesses').set(columns).where('id', '=', later.id).execute();
    /** Whether the portal asks to be stopped after its next sign of life. */
    const wantsToStop = async (): Promise<boolean> => {
      now += seconds(1);
      let isAsked = false;
      const stop = () => {
        isAsked = true;
      };
      await stayAmongPortals({ ...needs, stop }, portal, sealKeysIn('', sessionKey)).stop();
      return isAsked;
    };
    await change({ readyAt: noon });
    expect(await wantsToStop(), 'of the same version').toBe(false);
    await change({ schemaName: '9999-later' });
    expect(await wantsToStop(), 'a later version is ready').toBe(true);
    now += seconds(61);
    expect(await wantsToStop(), 'the later one has ended').toBe(false);
    await database.close();
  },
);
