import type { Database } from '#server/database/database.ts';
import { foldText } from '#server/platform/search/search-text.ts';

/** Writes the search names of PCs that are older than the search column. */
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
          .set({ nameFold: foldText(name) })
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
    .where('nameFold', '=', '')
    .where('name', '<>', '')
    .where('id', '>', behind)
    .orderBy('id')
    .limit(500)
    .execute();
