import { afterAll, beforeAll } from 'vitest';
import type { AppNeeds } from '#server/app.ts';
import type { Database } from '#server/database/database.ts';
import { freshDatabase } from './databases.ts';
import type { DatabaseKind } from './databases.ts';
import { openPortal } from './portal.ts';
import type { Portal } from './portal.ts';

/**
 * One portal for all the tests of a `describe`, given by a function because it is opened before the first of them. Each test adds users of
 * its own: a database for each would take longer than what is tested. A test that moves the clock back opens a portal for itself.
 */
export function suitePortal(kind: DatabaseKind, options: Partial<AppNeeds> = {}): () => Portal {
  const database = suiteDatabase(kind);
  let opened: Portal | undefined;
  beforeAll(async () => {
    opened = await openPortal(database(), options);
  });
  afterAll(async () => {
    await opened?.close();
  });
  return () => there(opened);
}

/** One database for all the tests of a `describe`; each has keys and rows of its own in it. */
export function suiteDatabase(kind: DatabaseKind): () => Database {
  let opened: Database | undefined;
  const cleanUps: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    opened = await freshDatabase(kind, (cleanUp) => cleanUps.unshift(cleanUp));
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  return () => there(opened);
}

function there<T>(opened: T | undefined): T {
  if (opened === undefined) throw new Error('What a suite shares is there from its first test on.');
  return opened;
}
