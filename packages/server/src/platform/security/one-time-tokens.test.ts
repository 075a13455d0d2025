import { describe, expect, test } from 'vitest';
import { databases } from '#server/testing/database/databases.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { issueOneTimeToken, readOneTimeToken, useOneTimeToken } from './one-time-tokens.ts';

const minute = 60_000;

describe.each(databases)('one-time tokens (%s)', (kind) => {
  const portal = suitePortal(kind);
  const db = () => portal().database.kysely;
  const now = Date.parse('2026-03-10T12:00:00Z');

  test('a token is 256 bits, and only its hash is stored (T545)', async () => {
    const { token, validUntil } = await issueOneTimeToken(db(), { purpose: 'handoff', userId: null, now });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(validUntil).toBe(now + minute);
    const rows = await db().selectFrom('oneTimeTokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('only one of twenty simultaneous uses of a token succeeds (T547)', async () => {
    const { token } = await issueOneTimeToken(db(), { purpose: 'reset', userId: null, now });
    const useResults = await Promise.all(
      Array.from({ length: 20 }, () => useOneTimeToken(db(), { purposes: ['reset'], token, now: now + 1 })),
    );
    expect(useResults.filter((usedToken) => usedToken !== null)).toHaveLength(1);
  });

  test('a token that was created while the clock was %s ahead is invalid', async () => {
    for (const ahead of [60 * minute, 80 * 365 * 24 * 60 * minute]) {
      const { token } = await issueOneTimeToken(db(), { purpose: 'reset', userId: null, now: now + ahead });
      expect(await readOneTimeToken(db(), { purposes: ['reset'], token, now: now + ahead })).not.toBeNull();
      expect(await readOneTimeToken(db(), { purposes: ['reset'], token, now })).toBeNull();
      expect(await useOneTimeToken(db(), { purposes: ['reset'], token, now })).toBeNull();
    }
  });

  test('a token is valid only for its purpose and until it expires, and reading a token does not use it up (T546)', async () => {
    const { token, validUntil } = await issueOneTimeToken(db(), { purpose: 'confirm', userId: null, path: '/a', now });
    expect(await useOneTimeToken(db(), { purposes: ['reset', 'activate'], token, now })).toBeNull();
    expect(await readOneTimeToken(db(), { purposes: ['confirm'], token, now: validUntil })).toBeNull();
    expect(await readOneTimeToken(db(), { purposes: ['confirm'], token, now })).toMatchObject({ path: '/a' });
    expect(await useOneTimeToken(db(), { purposes: ['confirm'], token, now: validUntil })).toBeNull();
    expect(await useOneTimeToken(db(), { purposes: ['confirm'], token, now: validUntil - 1 })).toMatchObject({
      purpose: 'confirm',
    });
  });

  test('a new link ends the user’s older link of the same purpose, and no other link', async () => {
    const [userId, otherId] = [
      await portal().addUser({ login: 'link@example.org' }),
      await portal().addUser({ login: 'other@example.org' }),
    ];
    const firstToken = await issueOneTimeToken(db(), { purpose: 'reset', userId, now });
    const activation = await issueOneTimeToken(db(), { purpose: 'activate', userId, now });
    const otherUserToken = await issueOneTimeToken(db(), { purpose: 'reset', userId: otherId, now });
    const secondToken = await issueOneTimeToken(db(), { purpose: 'reset', userId, now });
    const purposes = ['reset', 'activate'] as const;
    expect(await readOneTimeToken(db(), { purposes, token: firstToken.token, now })).toBeNull();
    for (const { token } of [activation, otherUserToken, secondToken])
      expect(await readOneTimeToken(db(), { purposes, token, now })).not.toBeNull();
  });
});
