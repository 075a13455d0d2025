import type { UserStatus } from '#server/database/schema.ts';
import { days, minutes } from '#server/platform/clock/clock.ts';
import type { RandomNumbers } from './random-numbers.ts';
import { findDecider, inventPerson } from './people/customers.ts';
import type { Brand, PersonEntry } from './people/people.ts';
import { countries, homeCountry } from './people/places.ts';

/** A request and its outcome. The salesman of the country and brand of the request makes the decision. */
type RequestOutcome = { status: UserStatus; requestedDaysAgo: number; decidedDaysAgo?: number; reason?: string };

const outcomes: readonly RequestOutcome[] = [
  ...[0, 1, 1, 2, 4, 6, 9, 13, 18, 24, 31, 39, 47, 56].map((requestedDaysAgo) => ({
    status: 'pending' as const,
    requestedDaysAgo,
  })),
  { status: 'unverified', requestedDaysAgo: 1 },
  { status: 'unverified', requestedDaysAgo: 5 },
  { status: 'approved', requestedDaysAgo: 3, decidedDaysAgo: 1 },
  { status: 'approved', requestedDaysAgo: 6, decidedDaysAgo: 2 },
  { status: 'approved', requestedDaysAgo: 25, decidedDaysAgo: 21 },
  { status: 'approved', requestedDaysAgo: 70, decidedDaysAgo: 66 },
  {
    status: 'rejected',
    requestedDaysAgo: 8,
    decidedDaysAgo: 6,
    reason: 'You have an account already. Sign in with it, or reset its password.',
  },
  {
    status: 'rejected',
    requestedDaysAgo: 15,
    decidedDaysAgo: 14,
    reason: 'Your company has left its seats unused. Ask your colleague for one of them.',
  },
  {
    status: 'rejected',
    requestedDaysAgo: 33,
    decidedDaysAgo: 30,
    reason: 'We could not reach you by phone. Please register again with your number at work.',
  },
  { status: 'rejected', requestedDaysAgo: 52, decidedDaysAgo: 51, reason: 'Basics is not sold in your country yet.' },
  {
    status: 'rejected',
    requestedDaysAgo: 90,
    decidedDaysAgo: 83,
    reason: 'This address belongs to another company than the one named.',
  },
  { status: 'expired', requestedDaysAgo: 75, decidedDaysAgo: 15 },
  { status: 'expired', requestedDaysAgo: 118, decidedDaysAgo: 58 },
  { status: 'expired', requestedDaysAgo: 161, decidedDaysAgo: 101 },
  { status: 'withdrawn', requestedDaysAgo: 27, decidedDaysAgo: 25 },
];

const reasons: readonly [string, ...string[]] = [
  'We plan conveyors for three customers this year and would like to use Basics for the layouts.',
  'My colleague has a licence on his PC; I need one of my own for the drawings on site.',
  'We have bought new machines and were told that Basics comes with them.',
  'I would like to try Basics before our next project starts.',
  'New in the company, I take over the projects of a colleague who has left.',
  'Two of us share one PC today. A second licence would help.',
];

/** One request in three has one of these comments. */
const comments: readonly [string, ...string[]] = [
  'Please call me in the morning, in the afternoon I am on site.',
  'Our order is on its way to you.',
  'My colleague told me to write his name here: he knows your salesman.',
  'We need it before the end of the month, if that can be done.',
];

/** Requests of all ages and outcomes, from customers in all countries; none of these users can sign in. */
export function inventRequests(random: RandomNumbers, now: number): PersonEntry[] {
  const logins = new Set<string>();
  return outcomes.map((outcome, index) => {
    const country = countries[(index * 3) % countries.length] ?? homeCountry;
    const brand: Brand = index % 3 === 2 ? 'red' : 'blue';
    const letter = String.fromCodePoint(65 + index);
    const company = {
      name: `Newcomer ${letter} ${country.companyForm}`,
      domain: `newcomer-${letter.toLowerCase()}.example`,
      profile: 7 as const,
      brand,
    };
    const { createdBy: _, ...invented } = inventPerson(country, company, { random, logins });
    const isApproved = outcome.status === 'approved';
    const at = now - days(outcome.requestedDaysAgo) - minutes(random.integerBetween(5, 600));
    return {
      // Only an approved user has a profile.
      person: { ...invented, profileId: isApproved ? invented.profileId : null },
      row: {
        status: outcome.status,
        createdAt: at,
        // A request begins when the applicant confirms the e-mail address.
        requestDate: outcome.status === 'unverified' ? null : at,
        reason: random.pick(reasons),
        comment: index % 3 === 0 ? (comments[(index / 3) % comments.length] ?? null) : null,
        decidedAt: outcome.decidedDaysAgo === undefined ? null : now - days(outcome.decidedDaysAgo),
      },
      decidedBy: isApproved || outcome.status === 'rejected' ? findDecider(country.code, brand) : null,
      ...(outcome.reason !== undefined && { reason: outcome.reason }),
    };
  });
}
