import type { Order } from '@basics/contract/integrations/orders.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import { orders as texts } from '#portal/texts/orders.ts';
import { formatShortDate, formatShortDay } from '#portal/messages/times.ts';
import { createOrdersQuery } from '#portal/session/orders/orders.queries.ts';
import styles from './integrations.module.css';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { Pagination } from '#portal/ui/lists/pagination.tsx';

type OrdersPage = { pageNumber: number | undefined; pageSize: number | undefined };
type OrdersCardProps = { page: OrdersPage; search: (page: OrdersPage) => Record<string, unknown> };

/** The orders of all systems, with what became of them: the last changed first. */
export function OrdersCard({ page: { pageNumber = 1, pageSize = 10 }, search }: OrdersCardProps) {
  const query = useQuery(createOrdersQuery({ pageNumber, pageSize }));
  // Until there are orders, nothing is shown: few portals have a shop that sends them.
  if (query.isPending || query.data?.total === 0) return null;
  return (
    <div className={styles.section}>
      <Card title={texts.title}>
        <QueryContent query={query} failedTitle={texts.failed} loading={<ItemsLoading loadingText={texts.loading} />}>
          {(data) => (
            <>
              <ItemList>
                {data.items.map((order) => (
                  <OrderRow key={order.orderId} order={order} />
                ))}
              </ItemList>
              {data.total > pageSize && <Pagination page={data} count={data.items.length} search={search} />}
            </>
          )}
        </QueryContent>
      </Card>
    </div>
  );
}

const OrderRow = ({ order: { source, externalId, customer, company, lines, changedAt } }: { order: Order }) => (
  <ItemRow
    icon={ShoppingCart}
    title={
      <>
        <span translate="no">{`${source} ${externalId}`}</span>{' '}
        {company ? (
          <Link to={`/companies/${company.companyId}`}>{company.name}</Link>
        ) : (
          <Link to={`/users/${customer.userId}`}>{customer.name}</Link>
        )}
      </>
    }
    facts={[
      ...(lines.length === 0 ? [texts.cancelled] : lines.map(formatLine)),
      texts.changed(formatShortDay(changedAt)),
    ]}
  />
);

const formatLine = ({ tool, pcs, validTo, state }: Order['lines'][number]): string =>
  state === 'cancelled' ? texts.cancelledLine(tool) : texts.line(tool, pcs, validTo && formatShortDate(validTo));
