import { customerProfiles, listAssignableProfiles } from '@basics/contract/calls/permissions.ts';
import type { RequestEvidence } from '@basics/contract/requests/request-evidence.ts';
import { userStatus } from '@basics/contract/users/user-lists.ts';
import type { Db } from '#server/database/foundation.ts';
import { hasAccount } from '#server/features/users/write/update-user.ts';
import { findActorName } from '#server/features/users/timeline/timeline.ts';
import type { UserRow } from '#server/features/users/users.repository.ts';
import type { Actor } from '#server/platform/http/call-context.ts';
import { isPublicDomain } from '#server/platform/email-addresses.ts';
import {
  findCrmAccountsOfCompany,
  findProfileIdsOfApprovals,
  findSimilarUsers,
  similarUserConditions,
} from './evidence.repository.ts';
import { findDecisions } from './requests.repository.ts';

type SimilarUsers = Awaited<ReturnType<typeof findSimilarUsers>>;
type Proposal = RequestEvidence['proposal'];

/** The maximum number of people or rejections that are listed. Further people are only counted. */
const maxListed = 5;

/** Collects the data that helps to decide about a request. Users out of the actor's scope are neither listed nor counted. */
export async function findEvidence(db: Db, actor: Actor, row: UserRow): Promise<RequestEvidence> {
  const findUsersSimilarBy = (by: keyof typeof similarUserConditions): Promise<SimilarUsers> =>
    findSimilarUsers(db, actor, row, similarUserConditions[by](row));
  const hasOwnDomain = row.userDomain !== null && !isPublicDomain(row.userDomain);
  const usersOfDomain = hasOwnDomain ? await findUsersSimilarBy('domain') : [];
  const usersOfCompany = row.company.trim() === '' ? [] : await findUsersSimilarBy('company');
  const crmAccounts = row.company.trim() === '' ? [] : await findCrmAccountsOfCompany(db, actor, row.company);
  const usersWithSameName = await findUsersSimilarBy('name');
  const decisions = await findDecisions(db, [row.id]);
  return {
    sameDomain: toPeople(usersOfDomain),
    sameCompany: toPeople(usersOfCompany),
    sameName: toPeople(usersWithSameName),
    crm: crmAccounts,
    decisions: decisions.map((decision) => ({
      at: new Date(decision.at).toISOString(),
      decision: userStatus.parse(decision.toStatus),
      by: findActorName(decision),
      reason: decision.reason,
    })),
    rejections: await findRejections(db, [...usersWithSameName, ...usersOfDomain, ...usersOfCompany]),
    profiles: listAssignableProfiles(actor.permissions),
    proposal: {
      ...(await proposeProfile(db, actor, { domain: usersOfDomain, company: usersOfCompany, country: row.country })),
      crmAccount: crmAccounts.length === 1 ? (crmAccounts[0]?.account ?? null) : null,
    },
  };
}

/** Finds the newest rejections of the given users, who must be in the scope of the reader. */
async function findRejections(db: Db, similarUsers: SimilarUsers): Promise<RequestEvidence['rejections']> {
  const usersById = new Map(similarUsers.map((user) => [user.id, user]));
  if (usersById.size === 0) return [];
  const decisions = await findDecisions(db, [...usersById.keys()]);
  return decisions
    .flatMap((decision) => {
      const user = usersById.get(decision.userId);
      if (!user || decision.toStatus !== 'rejected') return [];
      return {
        userId: user.id,
        name: formatPersonName(user) || user.login,
        at: new Date(decision.at).toISOString(),
        by: findActorName(decision),
        reason: decision.reason,
      };
    })
    .slice(0, maxListed);
}

const formatPersonName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

export const isCustomerProfile = (profile: number): boolean =>
  customerProfiles.some((customerProfile) => customerProfile === profile);

/** With fewer equal cases, a proposal would rest on chance. */
const minEqualCases = 3;

type ProposalInput = { domain: SimilarUsers; company: SimilarUsers; country: string | null };

/**
 * Proposes the profile that most similar users have, if at least three have it. Users with the same domain count as similar; if there are none, users of the same
 * company; then users whom the actor approved in this country; then all users whom the actor approved. The proposal is always a profile of
 * customers, because applicants write their company themselves and could write the company of the operator.
 */
async function proposeProfile(db: Db, actor: Actor, input: ProposalInput): Promise<Omit<Proposal, 'crmAccount'>> {
  const assignableProfiles = listAssignableProfiles(actor.permissions);
  const profileSources = [
    { why: 'domain', read: () => listProfileIds(input.domain) },
    { why: 'company', read: () => listProfileIds(input.company) },
    { why: 'country', read: () => findProfileIdsOfApprovals(db, actor, input.country) },
    { why: 'decisions', read: () => findProfileIdsOfApprovals(db, actor, null) },
  ] as const;
  for (const { why, read } of profileSources) {
    // The next source is read only if this one gives no profile.
    // oxlint-disable-next-line no-await-in-loop
    const profileIds = (await read()).filter(
      (profile) => isCustomerProfile(profile) && assignableProfiles.includes(profile),
    );
    const [profileID] = sortByFrequency(profileIds);
    const equalCases = profileIds.filter((otherProfileId) => otherProfileId === profileID).length;
    if (profileID !== undefined && equalCases >= minEqualCases)
      return { profileID, why, of: equalCases, from: profileIds.length };
  }
  return { profileID: null, why: null, of: 0, from: 0 };
}

const listProfileIds = (similarUsers: SimilarUsers): number[] =>
  similarUsers.flatMap(({ status, profileId }) => (hasAccount(status) ? (profileId ?? []) : []));

/** Sorts the different values by frequency, the most frequent first; equally frequent values keep their order, the newest first. */
const sortByFrequency = (values: readonly number[]): number[] => {
  const count = (value: number): number => values.filter((other) => other === value).length;
  return [...new Set(values)].toSorted((one, other) => count(other) - count(one));
};

const toPeople = (similarUsers: SimilarUsers): RequestEvidence['sameDomain'] => ({
  total: similarUsers.length,
  items: similarUsers.slice(0, maxListed).map((row) => ({
    userId: row.id,
    name: formatPersonName(row),
    login: row.login,
    company: row.company,
    status: userStatus.parse(row.status),
  })),
});
