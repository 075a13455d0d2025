import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { registration } from '@basics/contract/registration/registration.ts';
import type { Db } from '#server/database/foundation.ts';
import { isOffered, toUserWithTools } from '#server/features/users/user.ts';
import { findBrands, findTools, findUserByLogin, findUserInScope } from '#server/features/users/users.repository.ts';
import { minutes } from '#server/platform/clock/clock.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { findNetwork } from '#server/platform/http/request-origin.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { claimAttempt, type RateLimit } from '#server/platform/security/throttle.repository.ts';
import { isStaff } from './register.ts';

/** The tools and add-ons that a visitor can request in the registration form. */
type RequestableTools = Reply<typeof registration.configTool>;

const toolOfferRateLimit: RateLimit = {
  freeAttempts: 120,
  windowMs: minutes(15),
  firstWaitMs: minutes(1),
  longestWaitMs: minutes(15),
};

/**
 * Lists the tools that a person with the given address can request. If staff ask about a user in their scope, lists the tools that the user
 * has. All other answers are the same for every address. Throws TOO_MANY_ATTEMPTS.
 */
export async function listRequestableTools(
  { db, actor, origin, at }: Pick<CallContext<Actor | null>, 'db' | 'actor' | 'origin' | 'at'>,
  userEmail: string,
): Promise<RequestableTools> {
  if (!actor) await claimAttempt(db, `config-tool:address:${findNetwork(origin.address)}`, toolOfferRateLimit, at);
  const brands = await findBrands(db);
  const tools = await findTools(db);
  const grantsInScope = actor && isStaff(actor) ? await findGrantsInScope(db, actor, userEmail) : null;
  // A retired tool cannot be requested, but is listed if the user has it.
  return {
    tools: grantsInScope
      ? listGrantedTools({ brands, tools }, grantsInScope)
      : listAllTools({ brands, tools: tools.filter(isOffered) }),
  };
}

type Catalogue = {
  brands: { id: string; name: string }[];
  tools: { id: string; name: string; parent: string | null }[];
};
type Grants = Awaited<ReturnType<typeof toUserWithTools>>['tools'];

async function findGrantsInScope(db: Db, actor: Actor, userEmail: string): Promise<Grants | null> {
  const user = await findUserByLogin(db, foldLogin(userEmail));
  const row = user && (await findUserInScope(db, actor, user.id));
  return row ? (await toUserWithTools(db, row)).tools : null;
}

const listAllTools = ({ brands, tools }: Catalogue): RequestableTools['tools'] =>
  tools
    .filter(({ parent }) => parent === null)
    .map(({ id, name }) => ({ id, name, brands, configTools: listAddOns(tools, id) }));

const listAddOns = (tools: Catalogue['tools'], toolId: string) =>
  tools.filter(({ parent }) => parent === toolId).map(({ id, name }) => ({ id, name }));

/** Lists the tools on offer, reduced to the tools, brands and add-ons that the user has. */
function listGrantedTools(catalogue: Catalogue, grants: Grants): RequestableTools['tools'] {
  return listAllTools(catalogue).flatMap((tool) => {
    const toolGrants = grants.filter((grant) => grant.tool === tool.id);
    if (toolGrants.length === 0) return [];
    return {
      ...tool,
      brands: tool.brands.filter(({ id }) => toolGrants.some(({ brand }) => brand === id)),
      configTools: tool.configTools.filter(({ id }) => toolGrants.some(({ configTools }) => configTools.includes(id))),
    };
  });
}
