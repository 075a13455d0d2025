import type { Body } from '@basics/contract/calls/endpoint.ts';
import { orders } from '@basics/contract/integrations/orders.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

type OrdersFilter = Partial<Pick<Body<typeof orders.search>, 'userId' | 'companyId' | 'pageNumber' | 'pageSize'>>;

/** Loads a page of the orders in the scope of the signed-in user, the last changed first. */
export const createOrdersQuery = ({ pageNumber = 1, pageSize = 3, ...filter }: OrdersFilter) =>
  queryOptions({
    queryKey: ['orders', filter, pageNumber, pageSize],
    queryFn: ({ signal }) => call(orders.search, { body: { keyword: '', pageNumber, pageSize, ...filter }, signal }),
  });
