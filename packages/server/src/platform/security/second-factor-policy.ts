import { staffProfiles } from '@basics/contract/permissions.ts';

/** Who must have a second factor: nobody, staff, or everybody. */
export const secondFactorPolicies = ['none', 'staff', 'all'] as const;
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];

const staff: readonly number[] = staffProfiles;

/** Returns whether users with the given profile need a second step. */
export function needsSecondFactor(policy: SecondFactorPolicy, profileID: number | null): boolean {
  if (policy === 'staff') return profileID !== null && staff.includes(profileID);
  return policy === 'all';
}
