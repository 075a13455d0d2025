import { customerProfiles, listAssignableProfiles } from '@basics/contract/permissions.ts';
import type { RequestEvidence } from '@basics/contract/request-evidence.ts';
import { userStatus } from '@basics/contract/users.ts';
import type { Db } from '#server/database/database.ts';
import { findActorName } from '#server/features/users/user-history.ts';
import type { UserRow } from '#server/features/users/users.repository.ts';
import type { Actor } from '#server/platform/http/mount.ts';
import { publicDomains } from '#server/platform/public-domains.ts';
import { findAccountsOf, findProfilesGiven, findSimilar, similarBy } from './evidence.repository.ts';
import { findDecisions } from './requests.repository.ts';

type Similar = Awaited<ReturnType<typeof findSimilar>>;
type Proposal = RequestEvidence['proposal'];

/** The people that are named; more are only counted. */
const mostNamed = 5;

/** What helps to decide about a request. Users out of the actor's scope are neither named nor counted. */
export async function findEvidence(db: Db, actor: Actor, row: UserRow): Promise<RequestEvidence> {
  const similar = (by: keyof typeof similarBy): Promise<Similar> => findSimilar(db, actor, row, similarBy[by](row));
  const hasOwnDomain = row.userDomain !== null && !publicDomains.has(row.userDomain);
  const domain = hasOwnDomain ? await similar('domain') : [];
  const company = row.company.trim() === '' ? [] : await similar('company');
  const crm = row.company.trim() === '' ? [] : await findAccountsOf(db, actor, row.company);
  const decisions = await findDecisions(db, [row.id]);
  return {
    sameDomain: toPeople(domain),
    sameCompany: toPeople(company),
    sameName: toPeople(await similar('name')),
    crm,
    decisions: decisions.map((decision) => ({
      at: new Date(decision.at).toISOString(),
      decision: userStatus.parse(decision.toStatus),
      by: findActorName(decision),
      reason: decision.reason,
    })),
    profiles: listAssignableProfiles(actor.permissions),
    proposal: {
      ...(await proposeProfile(db, actor, { domain, company, country: row.country })),
      crmAccount: crm.length === 1 ? (crm[0]?.account ?? null) : null,
    },
  };
}

const isCustomerProfile = (profile: number): boolean => customerProfiles.some((each) => each === profile);

type Known = { domain: Similar; company: Similar; country: string | null };

/**
 * The profile that most similar users have: those of the same domain, else of the same company, else those whom the actor approved in this
 * country, else all whom the actor approved. Only profiles of customers count: applicants write their company themselves, and it could be
 * that of the operator.
 */
async function proposeProfile(db: Db, actor: Actor, known: Known): Promise<Omit<Proposal, 'crmAccount'>> {
  const mayGive = listAssignableProfiles(actor.permissions);
  const sources = [
    { why: 'domain', read: () => profilesOf(known.domain) },
    { why: 'company', read: () => profilesOf(known.company) },
    { why: 'country', read: () => findProfilesGiven(db, actor, known.country) },
    { why: 'decisions', read: () => findProfilesGiven(db, actor, null) },
  ] as const;
  for (const { why, read } of sources) {
    // The next source is only read when this one says nothing.
    // oxlint-disable-next-line no-await-in-loop
    const given = (await read()).filter((profile) => isCustomerProfile(profile) && mayGive.includes(profile));
    const [profileID] = byFrequency(given);
    if (profileID !== undefined)
      return { profileID, why, of: given.filter((each) => each === profileID).length, from: given.length };
  }
  return { profileID: null, why: null, of: 0, from: 0 };
}

const profilesOf = (similar: Similar): number[] =>
  similar.flatMap(({ status, profileId }) => (isAccount(status) ? (profileId ?? []) : []));

const isAccount = (status: string): boolean => ['approved', 'active', 'suspended'].includes(status);

/** The values, the most frequent one first; of equally frequent ones the newest. */
const byFrequency = (values: readonly number[]): number[] => {
  const count = (value: number): number => values.filter((each) => each === value).length;
  return [...new Set(values)].toSorted((one, other) => count(other) - count(one));
};

const toPeople = (similar: Similar): RequestEvidence['sameDomain'] => ({
  total: similar.length,
  items: similar.slice(0, mostNamed).map((row) => ({
    userId: row.id,
    name: `${row.firstName} ${row.lastName}`.trim(),
    login: row.login,
    company: row.company,
    status: userStatus.parse(row.status),
  })),
});
