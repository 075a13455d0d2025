import { queryOptions } from '@tanstack/react-query';
import { permissionOverrideCalls as calls } from '@basics/contract/users/permission-overrides.ts';
import type { Permission } from '@basics/contract/calls/permissions.ts';
import { call } from '#portal/api/call.ts';
import { usersKey } from '../users.queries.ts';

/** Loads the permissions that a user has in addition to the profile, and the permissions that can be added. */
export const createOverridesQuery = (userId: number) =>
  queryOptions({
    queryKey: [...usersKey, 'overrides', userId],
    queryFn: ({ signal }) => call(calls.listOverrides, { params: { id: userId }, signal }),
  });

export const grantOverride = (id: number, permission: Permission, body: { until: string; reason: string }) =>
  call(calls.grantOverride, { params: { id, permission }, body });

export const endOverride = (id: number, permission: Permission) =>
  call(calls.endOverride, { params: { id, permission } });
