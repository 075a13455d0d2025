import { afterAll, beforeAll } from 'vitest';
import type { AppNeeds } from '#server/app.ts';
import { freshDatabase } from './databases.ts';
import type { DatabaseKind } from './databases.ts';
import { openPortal } from './portal.ts';
import type { Portal } from './portal.ts';

/**
 * One portal for all the tests of a `describe`, given by a function because it is opened before the first of them. Each test adds users of
 * its own: a database for each would take longer than what is tested. A test that moves the clock opens a portal for itself.
 */
export function suitePortal(kind: DatabaseKind, options: Partial<AppNeeds> = {}): () => Portal {
  let opened: Portal | undefined;
  const cleanUps: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const database = await freshDatabase(kind, (cleanUp) => cleanUps.unshift(cleanUp));
    opened = await openPortal(database, options);
  });
  afterAll(async () => {
    await opened?.close();
    for (const cleanUp of cleanUps) await cleanUp();
  });

  return () => {
    if (!opened) throw new Error('The portal of a suite is there from its first test on.');
    return opened;
  };
}
