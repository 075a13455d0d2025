import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import type { AgentCustomer } from '@basics/contract/companies/company-agents.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { countDaysUntil, formatDayFromNow, formatShortDate } from '#portal/messages/times.ts';
import { agents } from '#portal/texts/agents.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import { useDebounced } from '#portal/ui/hooks/use-timing.ts';
import { joinClasses, Stack } from '#portal/ui/layout/layout.tsx';
import { RowLink, TwoLines } from '#portal/ui/tables/cells.tsx';
import { DataTable, type Column } from '#portal/ui/tables/data-table.tsx';
import styles from '../company.module.css';
import { SeatBar } from '../seat-bar.tsx';
import { createCustomersQuery } from './agents.queries.ts';
import { IssueForCustomer, RenewCustomer } from './serve-customer.tsx';

const texts = agents.customers;
/** So many customers are shown at first; the search is offered from this number on. */
const tableCustomers = 20;
const maxCustomers = 200;

/** The customers of an agent: the first ones or those that are searched, the field that searches them, and the button that loads all. */
export function useCustomers(companyId: number, firstCustomers: number) {
  const [text, setText] = useState('');
  const [pageSize, setPageSize] = useState(firstCustomers);
  const keyword = useDebounced(text.trim());
  const query = useQuery(createCustomersQuery(companyId, { keyword, pageSize }));
  const total = query.data?.total ?? 0;
  const isSearched = keyword !== '';
  const search = (isSearched || total >= firstCustomers) && (
    <TextField
      label={texts.search}
      type="search"
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  );
  const more = total > (query.data?.items.length ?? 0) && pageSize < maxCustomers && (
    <div>
      <Button busy={query.isPlaceholderData} onClick={() => setPageSize(maxCustomers)}>
        {texts.more(total)}
      </Button>
    </div>
  );
  return { query, total, isSearched, search, more };
}

/** The customers of an agent as a table: their PCs, what expires next, and the licences that can be renewed or issued at once. */
export function CustomersTable({ companyId }: { companyId: number }) {
  const { query, isSearched, search, more } = useCustomers(companyId, tableCustomers);
  const { data, error, refetch } = query;
  return (
    <Stack>
      {search}
      <CustomerRows
        rows={data?.items}
        stale={query.isPlaceholderData}
        failure={error}
        onRetry={() => void refetch()}
        isSearched={isSearched}
      />
      {more}
    </Stack>
  );
}

type CustomerRowsProps = {
  rows: readonly AgentCustomer[] | undefined;
  stale?: boolean;
  failure: Error | null;
  onRetry: () => void;
  isSearched?: boolean;
};

export const CustomerRows = ({ rows, stale = false, failure, onRetry, isSearched = false }: CustomerRowsProps) => (
  <DataTable<AgentCustomer>
    label={texts.title}
    columns={columns}
    rowKey={({ companyId }) => companyId}
    rows={rows}
    stale={stale}
    problem={failure && { message: texts.failed, requestId: readRequestId(failure) }}
    onRetry={onRetry}
    isDimmed={({ status }) => status === 'suspended'}
    empty={
      <EmptyState title={isSearched ? texts.noResult : texts.none.title}>
        {!isSearched && <p>{texts.none.text}</p>}
      </EmptyState>
    }
    expectedRows={3}
  />
);

const columns: readonly Column<AgentCustomer>[] = [
  {
    id: 'name',
    header: texts.customer,
    isCardTitle: true,
    cell: ({ companyId, name, status }) => (
      <>
        <RowLink to="/company" search={{ customer: companyId }} label={name}>
          {name}
        </RowLink>{' '}
        {status === 'suspended' && <StatusBadge tone="neutral">{texts.suspended}</StatusBadge>}
      </>
    ),
  },
  {
    id: 'pcs',
    header: texts.pcs,
    cell: ({ seatsUsed, pcs }) => (
      <TwoLines secondLine={pcs !== null && <SeatBar used={seatsUsed} allowed={pcs} />}>
        {pcs === null ? seatsUsed : texts.usedOf(seatsUsed, pcs)}
      </TwoLines>
    ),
  },
  { id: 'next', header: texts.next, cell: ({ nextExpiry }) => <NextExpiry day={nextExpiry} /> },
  {
    id: 'act',
    header: '',
    align: 'end',
    isInCorner: true,
    cell: (customer) => (
      <span className={styles.act}>
        {isSoon(customer, Date.now()) && <RenewCustomer customer={customer} />}
        {customer.status === 'active' && <IssueForCustomer customer={customer} />}
      </span>
    ),
  },
];

function NextExpiry({ day }: { day: string | null }) {
  const [now] = useState(Date.now);
  if (day === null) return <span>{texts.noLicence}</span>;
  const isNear = countDaysUntil(day, now) <= limits.licence.renewalOpensDays;
  return (
    <TwoLines secondLine={formatDayFromNow(day, now)}>
      <span className={joinClasses(isNear && styles.soon)}>{formatShortDate(day)}</span>
    </TwoLines>
  );
}

/** Whether a customer has a licence that expires so soon that it can be renewed. */
export const isSoon = ({ status, nextExpiry }: AgentCustomer, now: number): boolean =>
  status === 'active' && nextExpiry !== null && countDaysUntil(nextExpiry, now) <= limits.licence.renewalOpensDays;
