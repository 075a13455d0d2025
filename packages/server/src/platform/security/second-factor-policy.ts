import { staffProfiles } from '@basics/contract/calls/permissions.ts';

/** Which users must use two-step sign-in: nobody, staff, or everybody. */
export const secondFactorPolicies = ['none', 'staff', 'all'] as const;
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];

const staffProfileIds: readonly number[] = staffProfiles;

/** Returns whether users with the given profile must use two-step sign-in. */
export function needsSecondFactor(policy: SecondFactorPolicy, profileID: number | null): boolean {
  if (policy === 'staff') return profileID !== null && staffProfileIds.includes(profileID);
  return policy === 'all';
}
