import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { watchList } from '@basics/contract/license-admin/watch-list.ts';
import { call } from '#portal/api/call.ts';

const watchListKey = ['watchList'] as const;

/** Loads the PCs that were reported lost, of one user or of all users whom staff may see. */
export const createLostMachinesQuery = (userId?: number) =>
  queryOptions({
    queryKey: [...watchListKey, userId],
    queryFn: ({ signal }) => call(watchList.lostMachines, { query: userId === undefined ? {} : { userId }, signal }),
  });

type Pc = { userId: number; machineId: number };

export const reportLost = ({ userId, machineId }: Pc, reason: string) =>
  call(watchList.reportLost, { params: { id: userId, machineId }, body: { reason } });

export const removeFromWatchList = ({ userId, machineId }: Pc) =>
  call(watchList.liftLost, { params: { id: userId, machineId } });

export const invalidateLostMachines = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: watchListKey });
