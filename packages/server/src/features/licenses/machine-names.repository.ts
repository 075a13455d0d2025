import type { Database } from '#server/database/database.ts';
import { foldText } from '#server/platform/search/search-text.ts';

/** Fills the search column `name_fold` of the PCs that were stored before the column existed. */
export async function fillMachineNames(database: Database): Promise<void> {
  let lastId = 0;
  for (;;) {
    const rows = await findMachinesWithoutSearchName(database, lastId);
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    await database.transact(async (trx) => {
      for (const { id, name } of rows)
        await trx
          .updateTable('machines')
          .set({ nameFold: foldText(name) })
          .where('id', '=', id)
          .execute();
    });
    lastId = lastRow.id;
  }
}

const findMachinesWithoutSearchName = ({ kysely }: Database, afterId: number) =>
  kysely
    .selectFrom('machines')
    .select(['id', 'name'])
    .where('nameFold', '=', '')
    .where('name', '<>', '')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(500)
    .execute();
