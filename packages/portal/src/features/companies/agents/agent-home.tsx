import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { agents } from '#portal/texts/agents.ts';
import { StateTitle } from '#portal/ui/headings/page-heading.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { createCustomersQuery } from './agents.queries.ts';
import { CustomerRows, isSoon } from './customers-table.tsx';

const texts = agents.customers;
/** So many customers are loaded, and so many are shown: those whose licences expire first. */
const loadedCustomers = 200;
const shownCustomers = 8;
const noDay = '9999';

type AgentHomeProps = { companyId: number; greeting: string; windowTitle: string };

/** What an agent sees first: which customers have licences that expire soon, and these customers with what can be done for them. */
export function AgentHome({ companyId, greeting, windowTitle }: AgentHomeProps) {
  const query = useQuery(createCustomersQuery(companyId, { pageSize: loadedCustomers }));
  const [now] = useState(Date.now);
  const { data, error, refetch } = query;
  const rows = data?.items.toSorted((one, other) => (one.nextExpiry ?? noDay).localeCompare(other.nextExpiry ?? noDay));
  const soon = rows?.filter((customer) => isSoon(customer, now)) ?? [];
  const sentence = soon.length > 0 ? texts.soon(soon.map(({ name }) => name)) : texts.fine;
  return (
    <Stack>
      <StateTitle title={data === undefined || data.total === 0 ? greeting : sentence} windowTitle={windowTitle} />
      <div>
        <CustomerRows rows={rows?.slice(0, shownCustomers)} failure={error} onRetry={() => void refetch()} />
        {data !== undefined && data.total > shownCustomers && <Link to="/company">{texts.all(data.total)}</Link>}
      </div>
    </Stack>
  );
}
