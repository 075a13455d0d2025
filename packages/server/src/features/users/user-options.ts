import type { Reply } from '@basics/contract/endpoint.ts';
import { languageIds, languages } from '@basics/contract/languages.ts';
import { givableProfiles, roleOf } from '@basics/contract/permissions.ts';
import type { users } from '@basics/contract/users.ts';
import type { Db } from '#server/database/database.ts';
import { continents, countries } from '#server/platform/countries/countries.ts';
import type { Actor } from '#server/platform/http/mount.ts';

type Options = Reply<typeof users.options>;

/** What the forms about users offer; of the profiles, only those that the asker may give. */
export async function userOptions(db: Db, actor: Actor): Promise<Options> {
  const all = await findTools(db);
  return {
    profiles: givableProfiles(actor.permissions).map((id) => ({ id, name: roleOf(id) })),
    brands: await findBrands(db),
    ...listsOf(all.filter(isOffered)),
    retired: listsOf(all.filter((each) => !isOffered(each))),
    countries: [...countries],
    continents: continents.map((name) => ({ id: name, name })),
    languages: languageIds.map((id) => ({ id, name: languages[id].name })),
  };
}

type Tool = Awaited<ReturnType<typeof findTools>>[number];

const listsOf = (all: readonly Tool[]) => ({
  tools: all.filter(({ parent }) => parent === null).map(({ id, name }) => ({ id, name })),
  configTools: all.flatMap(({ id, name, parent }) => (parent === null ? [] : [{ id, name, tool: parent }])),
});

/** Whether it can be granted to somebody who has it not yet. */
export const isOffered = ({ retired }: Pick<Tool, 'retired'>): boolean => retired === 0;

/** Tools, and their add-ons with the tool that they belong to; retired ones too. */
export const findTools = (db: Db) =>
  db.selectFrom('tools').select(['id', 'name', 'parent_tool_id as parent', 'retired']).orderBy('name').execute();

/** The same for somebody who is about to grant some of them: until his transaction ends none of them is deleted. */
export const holdTools = (db: Db) =>
  db
    .selectFrom('tools')
    .select(['id', 'name', 'parent_tool_id as parent', 'retired'])
    .orderBy('id')
    .forKeyShare()
    .execute();

export const findBrands = (db: Db) => db.selectFrom('brands').select(['id', 'name']).orderBy('name').execute();
