import { users } from '@basics/contract/users/users.ts';
import { call } from '#portal/api/call.ts';

/** Fetches all data about a user as a JSON file. */
export const fetchPersonalData = (userId: number) => call(users.personalData, { params: { id: userId } });
