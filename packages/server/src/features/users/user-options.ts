import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { languageIds, languages } from '@basics/contract/texts/texts.ts';
import { listAssignableProfiles, findRole } from '@basics/contract/calls/permissions.ts';
import type { users } from '@basics/contract/users/users.ts';
import { continents, countries } from '#server/platform/countries/countries.ts';
import type { CallContext } from '#server/platform/http/mount.ts';
import { findBrands, findTools } from './users.repository.ts';

type Options = Reply<typeof users.options>;

/** Lists the options of the forms for users. The profiles are only the profiles that the actor may assign. */
export async function listUserOptions({ db, actor }: Pick<CallContext, 'db' | 'actor'>): Promise<Options> {
  const tools = await findTools(db);
  return {
    profiles: listAssignableProfiles(actor.permissions).map((id) => ({ id, name: findRole(id) })),
    brands: await findBrands(db),
    ...toOptionLists(tools.filter(isOffered)),
    retired: toOptionLists(tools.filter((tool) => !isOffered(tool))),
    countries: [...countries],
    continents: continents.map((name) => ({ id: name, name })),
    languages: languageIds.map((id) => ({ id, name: languages[id].name })),
  };
}

type Tool = Awaited<ReturnType<typeof findTools>>[number];

const toOptionLists = (tools: readonly Tool[]) => ({
  tools: tools.filter(({ parent }) => parent === null).map(({ id, name }) => ({ id, name })),
  configTools: tools.flatMap(({ id, name, parent }) => (parent === null ? [] : [{ id, name, tool: parent }])),
});

/** Returns whether a tool can be granted to a user who does not have it yet. */
export const isOffered = ({ retired }: Pick<Tool, 'retired'>): boolean => retired === 0;
