import { describe, expect, test } from 'vitest';
import { createTestDatabase, databases } from '#server/testing/database/databases.ts';
import { selectCompiled } from './compiled-queries.ts';

describe.each(databases)('a query that is compiled once (%s)', (kind) => {
  test('each call uses its own values, and a query that calculates with a value fails', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    const rows = ['first', 'second'].map((key, at) => ({ key, value: String(at) }));
    await kysely.insertInto('settings').values(rows).execute();
    let compileCount = 0;
    const findSetting = selectCompiled((db, { key, value }: { key: string; value: string }) => {
      compileCount += 1;
      return db.selectFrom('settings').select('key').where('value', '=', value).where('key', '=', key);
    });
    expect(await findSetting(kysely, { key: 'first', value: '0' })).toEqual([{ key: 'first' }]);
    expect(await transact((trx) => findSetting(trx, { key: 'second', value: '1' }))).toEqual([{ key: 'second' }]);
    expect(await findSetting(kysely, { key: 'second', value: '0' })).toEqual([]);
    expect(compileCount).toBe(1);
    const findNext = selectCompiled((db, { id }: { id: number }) =>
      db
        .selectFrom('users')
        .select('id')
        .where('id', '=', id + 1),
    );
    await expect(findNext(kysely, { id: 1 })).rejects.toThrow(TypeError);
  });
});
