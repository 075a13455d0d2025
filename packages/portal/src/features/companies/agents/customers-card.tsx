import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { formatShortDate } from '#portal/messages/times.ts';
import { agents } from '#portal/texts/agents.ts';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { useCustomers } from './customers-table.tsx';

const texts = agents.customers;
/** So many customers are shown at first; the search is offered from this number on. */
const firstCustomers = 12;

type CustomersCardProps = {
  /** The company of the agent. */
  companyId: number;
};

/** The customers of an agent that have agreed, with their PCs, beside the company of the agent. Other companies have no such card. */
export function CustomersCard({ companyId }: CustomersCardProps) {
  const { query, total, isSearched, search, more } = useCustomers(companyId, firstCustomers);
  if (total === 0 && !isSearched) return null;
  return (
    <Card title={texts.title}>
      <Stack>
        {search}
        <QueryContent query={query} failedTitle={texts.failed} loading={<ItemsLoading loadingText={texts.loading} />}>
          {({ items }) => (
            <Stack>
              {items.length === 0 && <p>{texts.noResult}</p>}
              <ItemList>
                {items.map(({ companyId: id, name, status, seatsUsed, pcs, nextExpiry }) => (
                  <ItemRow
                    key={id}
                    icon={Building2}
                    title={<Link to={`/companies/${id}`}>{name}</Link>}
                    facts={[
                      pcs === null ? texts.used(seatsUsed) : texts.inUseOf(seatsUsed, pcs),
                      ...(nextExpiry === null ? [] : [texts.nextExpires(formatShortDate(nextExpiry))]),
                      ...(status === 'suspended' ? [texts.suspended] : []),
                    ]}
                  />
                ))}
              </ItemList>
              {more}
            </Stack>
          )}
        </QueryContent>
      </Stack>
    </Card>
  );
}
