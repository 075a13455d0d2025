import { afterAll, beforeAll } from 'vitest';
import type { AppDependencies } from '#server/app.ts';
import type { Database } from '#server/database/database.ts';
import { createTestDatabase, type DatabaseKind } from '../database/databases.ts';
import { openPortal, type Portal } from '../portal.ts';

/**
 * Opens one portal for all tests of a `describe`, because a database for each test would take longer than the test. The result is a
 * function that returns the portal, because the portal is not open before the first test begins. Each test must add its own users, and a
 * test that moves the clock back must open its own portal.
 */
export function suitePortal(kind: DatabaseKind, options: Partial<AppDependencies> = {}): () => Portal {
  const database = suiteDatabase(kind);
  let openedPortal: Portal | undefined;
  beforeAll(async () => {
    openedPortal = await openPortal(database(), options);
  });
  afterAll(async () => {
    await openedPortal?.close();
  });
  return () => requireOpened(openedPortal);
}

/** Opens one database for all tests of a `describe`. Each test must use its own keys and rows. */
export function suiteDatabase(kind: DatabaseKind): () => Database {
  let openedDatabase: Database | undefined;
  const cleanUps: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    openedDatabase = await createTestDatabase(kind, (cleanUp) => cleanUps.unshift(cleanUp));
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });
  return () => requireOpened(openedDatabase);
}

function requireOpened<T>(openedPortal: T | undefined): T {
  if (openedPortal === undefined)
    throw new Error('The shared portal or database opens before the first test. Use it only inside a test.');
  return openedPortal;
}
