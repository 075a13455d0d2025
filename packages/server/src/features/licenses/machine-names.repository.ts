import type { Database } from '#server/database/database.ts';
import { foldText } from '#server/platform/search/search-text.ts';

/** Folds the names of the PCs that were there before lists of licences searched for them. */
export async function fillMachineNames(database: Database): Promise<void> {
  let last = 0;
  for (;;) {
    const rows = await findUnwritten(database, last);
    const newest = rows.at(-1);
    if (!newest) return;
    await database.transact(async (trx) => {
      for (const { id, name } of rows)
        await trx
          .updateTable('machines')
          .set({ name_fold: foldText(name) })
          .where('id', '=', id)
          .execute();
    });
    last = newest.id;
  }
}

const findUnwritten = ({ kysely }: Database, behind: number) =>
  kysely
    .selectFrom('machines')
    .select(['id', 'name'])
    .where('name_fold', '=', '')
    .where('name', '<>', '')
    .where('id', '>', behind)
    .orderBy('id')
    .limit(500)
    .execute();
