import type { Body, Params, Reply } from '@basics/contract/endpoint.ts';
import type { policies, Policy, PolicyReach } from '@basics/contract/policies.ts';
import { graceDaysOfCode } from '@basics/licensing/licence.ts';
import type { Database } from '#server/database/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import {
  countActiveLicenses,
  countLicenses,
  countPeople,
  countPeopleUnder,
  findBrands,
  findPeopleAbove,
  findPolicies,
  findPoliciesOf,
  findTools,
} from './policies.repository.ts';
import type { Now } from './policies.repository.ts';
import { byProfile, countsFor, keysOf, policyOf, requireCurrent } from './policy.ts';
import { writePolicies } from './write-policies.ts';

type Key = Params<typeof policies.update>;
type Written = Body<typeof policies.update>;

/** The terms of each profile for each tool. A change applies to the next licence: issued licences keep their terms. */
export function policiesService({ database, clock }: { database: Database; clock: Clock }) {
  const db = database.kysely;
  const now = (): Now => ({ at: clock(), today: new Date(clock()).toISOString().slice(0, 10) });

  return {
    async list(): Promise<Reply<typeof policies.list>> {
      const people = await countPeople(db, now());
      const licenses = await countLicenses(db, now());
      const tools = await findTools(db);
      return {
        items: (await findPolicies(db)).toSorted(byProfile).map((row) => ({
          ...policyOf(row),
          people: countsFor(row, people),
          activeLicenses: countsFor(row, licenses),
        })),
        tools: tools.map(({ id, name, retired }) => ({ id, name, retired: retired === 1 })),
        brands: await findBrands(db),
        // A licence code has no bits for a larger value.
        graceDays: graceDaysOfCode,
      };
    },

    /** The number of people and licences that these terms would affect; nothing is written. */
    async preview(key: Key, body: Written): Promise<{ reach: PolicyReach }> {
      const { keys, versions } = keysOf(key, body);
      requireCurrent(await findPoliciesOf(db, keys), versions);
      const above = await findPeopleAbove(db, keys, { now: now(), seats: body.seats });
      return {
        reach: {
          people: await countPeopleUnder(db, keys, now()),
          activeLicenses: await countActiveLicenses(db, keys, now()),
          peopleAboveSeats: above.length,
          machinesAboveSeats: above.reduce((sum, { machines }) => sum + machines - body.seats, 0),
        },
      };
    },

    async update(actor: Actor, key: Key, { body, origin }: { body: Written; origin: Origin }): Promise<Policy> {
      return policyOf(await writePolicies({ database, actor, origin, at: clock() }, key, body));
    },
  };
}

export type PoliciesService = ReturnType<typeof policiesService>;
