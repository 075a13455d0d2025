import { afterAll, beforeAll } from 'vitest';
import type { AppDependencies } from '#server/app.ts';
import type { Database } from '#server/database/database.ts';
import { createTestDatabase } from './databases.ts';
import type { DatabaseKind } from './databases.ts';
import { openPortal } from './portal.ts';
import type { Portal } from './portal.ts';

/**
 * One portal for all tests of a `describe`, returned by a function because it opens before the first test. Each test adds its own users: a
 * database for each test would take longer than the test. A test that moves the clock back must open its own portal.
 */
export function suitePortal(kind: DatabaseKind, options: Partial<AppDependencies> = {}): () => Portal {
  const database = suiteDatabase(kind);
  let opened: Portal | undefined;
  beforeAll(async () => {
    opened = await openPortal(database(), options);
  });
  afterAll(async () => {
    await opened?.close();
  });
  return () => requireOpened(opened);
}

/** One database for all tests of a `describe`; each test uses its own keys and rows in it. */
export function suiteDatabase(kind: DatabaseKind): () => Database {
  let opened: Database | undefined;
  const cleanUps: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    opened = await createTestDatabase(kind, (cleanUp) => cleanUps.unshift(cleanUp));
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  return () => requireOpened(opened);
}

function requireOpened<T>(opened: T | undefined): T {
  if (opened === undefined)
    throw new Error('The shared portal or database opens before the first test. Use it only inside a test.');
  return opened;
}
