import { useQuery } from '@tanstack/react-query';
import { orders as texts } from '#portal/texts/orders.ts';
import { createOrdersQuery } from './orders.queries.ts';

/** Names the last orders that gave tools to a customer or a company; nothing if there are none. */
export function OrdersLine(of: { userId: number } | { companyId: number }) {
  const { data } = useQuery(createOrdersQuery(of));
  if (!data || data.total === 0) return null;
  const names = data.items.map(({ source, externalId }) => `${source} ${externalId}`);
  return <p>{texts.from(names, data.total - names.length)}</p>;
}
