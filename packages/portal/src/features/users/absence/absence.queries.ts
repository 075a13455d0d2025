import { queryOptions } from '@tanstack/react-query';
import { absenceCalls } from '@basics/contract/users/absences.ts';
import type { Body } from '@basics/contract/calls/endpoint.ts';
import { call } from '#portal/api/call.ts';
import { usersKey } from '../users.queries.ts';

/** Loads the absence of a salesman that is not over, and the possible deputies. */
export const createAbsenceQuery = (userId: number) =>
  queryOptions({
    queryKey: [...usersKey, 'absence', userId],
    queryFn: ({ signal }) => call(absenceCalls.readAbsence, { params: { id: userId }, signal }),
  });

export const setAbsence = (id: number, body: Body<typeof absenceCalls.setAbsence>) =>
  call(absenceCalls.setAbsence, { params: { id }, body });

export const endAbsence = (id: number) => call(absenceCalls.endAbsence, { params: { id } });
