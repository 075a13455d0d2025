import { findRole } from '@basics/contract/calls/permissions.ts';
import { profileNames } from '#portal/texts/profile-names.ts';

/** Returns the name of a profile. */
export const formatProfile = (profileID: number | null): string => profileNames[findRole(profileID)];
