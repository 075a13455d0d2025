import type { Reply } from '@basics/contract/endpoint.ts';
import { givableProfiles, roleOf } from '@basics/contract/permissions.ts';
import type { users } from '@basics/contract/users.ts';
import type { Db } from '#server/database/database.ts';
import { continents, countries } from '#server/platform/countries.ts';
import type { Actor } from '#server/platform/serve.ts';

type Options = Reply<typeof users.options>;

/** What the forms about users offer; of the profiles, only those that the asker may give. */
export async function userOptions(db: Db, actor: Actor): Promise<Options> {
  const tools = await findTools(db);
  return {
    profiles: givableProfiles(actor.permissions).map((id) => ({ id, name: roleOf(id) })),
    brands: await findBrands(db),
    tools: tools.filter(({ parent }) => parent === null).map(({ id, name }) => ({ id, name })),
    configTools: tools.flatMap(({ id, name, parent }) => (parent === null ? [] : [{ id, name, tool: parent }])),
    countries: [...countries],
    continents: continents.map((name) => ({ id: name, name })),
    languages: [{ id: 'en', name: 'English' }],
  };
}

/** Tools, and their add-ons with the tool that they belong to. */
export const findTools = (db: Db) =>
  db.selectFrom('tools').select(['id', 'name', 'parent_tool_id as parent']).orderBy('name').execute();

export const findBrands = (db: Db) => db.selectFrom('brands').select(['id', 'name']).orderBy('name').execute();
