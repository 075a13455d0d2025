import type { Body, Params, Reply } from '@basics/contract/endpoint.ts';
import type { CountedPolicy, policies, Policy, PolicyImpact } from '@basics/contract/policies.ts';
import { graceDaysOfCode } from '@basics/licensing/licence.ts';
import type { Database } from '#server/database/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { problem } from '#server/platform/problem.ts';
import {
  countActiveLicenses,
  countLicensesByPolicy,
  countUsersByPolicy,
  countUsersOfPolicies,
  findBrands,
  findUsersAboveLimit,
  findPolicies,
  findPoliciesByKeys,
  findTools,
} from './policies.repository.ts';
import type { CurrentTime } from './policies.repository.ts';
import {
  changeTerms,
  compareByProfile,
  sumCountsOfPolicy,
  toPolicyKeys,
  toPolicy,
  requireCurrentVersions,
} from './policy.ts';
import { writePolicies } from './write-policies.ts';

type PolicyKey = Params<typeof policies.update>;
type PolicyInput = Body<typeof policies.update>;

/**
 * Serves the licence policies of each profile for each tool and brand. A change applies to the next licence; issued licences keep their
 * terms.
 */
export function policiesService({ database, clock }: { database: Database; clock: Clock }) {
  const db = database.kysely;
  const readNow = (): CurrentTime => ({ at: clock(), today: new Date(clock()).toISOString().slice(0, 10) });

  const listPolicies = async (): Promise<CountedPolicy[]> => {
    const userCounts = await countUsersByPolicy(db, readNow());
    const licenseCounts = await countLicensesByPolicy(db, readNow());
    return (await findPolicies(db)).toSorted(compareByProfile).map((row) => ({
      ...toPolicy(row),
      people: sumCountsOfPolicy(row, userCounts),
      activeLicenses: sumCountsOfPolicy(row, licenseCounts),
    }));
  };

  return {
    async list(): Promise<Reply<typeof policies.list>> {
      const tools = await findTools(db);
      return {
        items: await listPolicies(),
        tools: tools.map(({ id, name, retired }) => ({ id, name, retired: retired === 1 })),
        brands: await findBrands(db),
        // The grace period of a licence code is fixed, because the code does not contain it.
        graceDays: graceDaysOfCode,
      };
    },

    async get({ profileID, tool, brand }: PolicyKey): Promise<CountedPolicy> {
      const policy = (await listPolicies()).find(
        (item) => item.profileID === profileID && item.tool === tool && item.brand === brand,
      );
      if (!policy) throw problem('RESULTS_NOT_FOUND');
      return policy;
    },

    /** Counts the users and licences that the new terms would affect. Nothing is written. */
    async preview(key: PolicyKey, body: PolicyInput): Promise<{ reach: PolicyImpact }> {
      const { keys, versions } = toPolicyKeys(key, body);
      const rows = await findPoliciesByKeys(db, keys);
      requireCurrentVersions(rows, versions);
      const [seats = 0] = rows
        .filter(({ brandId }) => brandId === key.brand)
        .map((row) => changeTerms(row, body).seats);
      const usersAboveLimit = await findUsersAboveLimit(db, keys, { now: readNow(), seats });
      return {
        reach: {
          people: await countUsersOfPolicies(db, keys, readNow()),
          activeLicenses: await countActiveLicenses(db, keys, readNow()),
          peopleAboveSeats: usersAboveLimit.length,
          machinesAboveSeats: usersAboveLimit.reduce((sum, { machines }) => sum + machines - seats, 0),
        },
      };
    },

    async update(
      actor: Actor,
      key: PolicyKey,
      { body, origin }: { body: PolicyInput; origin: Origin },
    ): Promise<Policy> {
      return toPolicy(await writePolicies({ database, actor, origin, at: clock() }, key, body));
    },
  };
}

export type PoliciesService = ReturnType<typeof policiesService>;
