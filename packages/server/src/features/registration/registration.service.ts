import type { Body, Reply } from '@basics/contract/endpoint.ts';
import type { registration } from '@basics/contract/registration.ts';
import type { Database, Db } from '#server/database/database.ts';
import { isOffered } from '#server/features/users/user-options.ts';
import { toUserWithTools } from '#server/features/users/user.ts';
import { findUserInScope } from '#server/features/users/users.repository.ts';
import { minutes } from '#server/platform/clock.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { findNetwork } from '#server/platform/http/network-of.ts';
import { foldLogin } from '#server/platform/security/fold-login.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { RateLimit } from '#server/platform/security/throttle.repository.ts';
import { findBrands, findTools } from '../users/users.repository.ts';
import { claimConfirmationAttempt, confirmAddress } from './confirm-address.ts';
import { register } from './register.ts';
import type { RegisterContext } from './register.ts';
import { findUserByLogin } from './registration.repository.ts';
import { withdrawRequest } from './withdraw-request.ts';

type Dependencies = Pick<RegisterContext, 'database' | 'queueLetter' | 'human'> & { database: Database; clock: Clock };
/** The tools and add-ons that a visitor can request in the registration form. */
type RequestableTools = Reply<typeof registration.configTool>;
type Received = { received: true };

const toolOfferRateLimit: RateLimit = {
  freeAttempts: 120,
  windowMs: minutes(15),
  firstWaitMs: minutes(1),
  longestWaitMs: minutes(15),
};

/** Serves the registration of people who have no account. */
export function registrationService({ database, clock, queueLetter, human }: Dependencies) {
  const db = database.kysely;
  return {
    async register(actor: Actor | null, form: Body<typeof registration.register>, origin: Origin): Promise<Received> {
      await register({ database, queueLetter, human, isStaff: isStaff(actor), origin, at: clock() }, form);
      return { received: true };
    },

    async confirm(token: string, origin: Origin): Promise<Reply<typeof registration.confirm>> {
      const state = await confirmAddress({ database, queueLetter, origin, at: clock() }, token);
      return { received: true, ...(state !== null && { state }) };
    },

    async withdraw(token: string, origin: Origin): Promise<Received> {
      await claimConfirmationAttempt(db, origin, clock());
      await withdrawRequest({ database, origin, at: clock() }, token);
      return { received: true };
    },

    /**
     * Returns the tools that a person with the given address can request. If staff ask about a user in their scope, returns the tools that
     * the user has. All other answers are the same for every address.
     */
    async configTool(actor: Actor | null, userEmail: string, origin: Origin): Promise<RequestableTools> {
      if (!actor)
        await claimAttempt(db, `config-tool:address:${findNetwork(origin.address)}`, toolOfferRateLimit, clock());
      const brands = await findBrands(db);
      const tools = await findTools(db);
      const grantsInScope = actor && isStaff(actor) ? await findGrantsInScope(db, actor, userEmail) : null;
      // A retired tool cannot be requested, but is listed if the user has it.
      return {
        tools: grantsInScope
          ? listGrantedTools({ brands, tools }, grantsInScope)
          : listAllTools({ brands, tools: tools.filter(isOffered) }),
      };
    },
  };
}

const isStaff = (actor: Actor | null): boolean =>
  actor?.permissions.some((permission) => permission === 'users.view' || permission === 'requests.view') ?? false;

export type RegistrationService = ReturnType<typeof registrationService>;

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
