import type { Reply } from '@basics/contract/endpoint.ts';
import { givableProfiles, roleOf } from '@basics/contract/permissions.ts';
import type { users } from '@basics/contract/users.ts';
import type { Db } from '#server/database/database.ts';
import { continents, countries } from '#server/platform/countries/countries.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { findBrands, findTools } from './users.repository.ts';

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
    languages: [{ id: 'en', name: 'English' }],
  };
}

type Tool = Awaited<ReturnType<typeof findTools>>[number];

const listsOf = (all: readonly Tool[]) => ({
  tools: all.filter(({ parent }) => parent === null).map(({ id, name }) => ({ id, name })),
  configTools: all.flatMap(({ id, name, parent }) => (parent === null ? [] : [{ id, name, tool: parent }])),
});

/** Whether it can be granted to somebody who has it not yet. */
export const isOffered = ({ retired }: Pick<Tool, 'retired'>): boolean => retired === 0;
