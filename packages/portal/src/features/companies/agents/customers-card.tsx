import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { formatShortDate } from '#portal/messages/times.ts';
import { agents } from '#portal/texts/agents.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { useDebounced } from '#portal/ui/hooks/use-timing.ts';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { createCustomersQuery } from './agents.queries.ts';

const texts = agents.customers;
/** So many customers are shown at first; the search is offered from this number on. */
const firstCustomers = 12;
const maxCustomers = 200;

type CustomersCardProps = {
  /** The company of the agent. */
  companyId: number;
};

/** The customers of an agent that have agreed, with their PCs, beside the company of the agent. Other companies have no such card. */
export function CustomersCard({ companyId }: CustomersCardProps) {
  const [text, setText] = useState('');
  const [pageSize, setPageSize] = useState(firstCustomers);
  const keyword = useDebounced(text.trim());
  const query = useQuery(createCustomersQuery(companyId, { keyword, pageSize }));
  const total = query.data?.total ?? 0;
  if (total === 0 && keyword === '') return null;
  return (
    <Card title={texts.title}>
      <Stack>
        {(keyword !== '' || total >= firstCustomers) && (
          <TextField
            label={texts.search}
            type="search"
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
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
              {total > items.length && pageSize < maxCustomers && (
                <div>
                  <Button onClick={() => setPageSize(maxCustomers)}>{texts.more(total)}</Button>
                </div>
              )}
            </Stack>
          )}
        </QueryContent>
      </Stack>
    </Card>
  );
}
