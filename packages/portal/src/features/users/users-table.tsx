import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { User } from '@basics/contract/users.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { users as texts } from '#portal/messages/en/users.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/button.tsx';
import { Card } from '#portal/ui/card.tsx';
import { DataTable } from '#portal/ui/data-table.tsx';
import { EmptyState } from '#portal/ui/empty-state.tsx';
import { Pagination } from '#portal/ui/pagination.tsx';
import { useSearchState } from '#portal/ui/search-state.ts';
import { selectionColumn } from '#portal/ui/selection-boxes.tsx';
import { useSelection } from '#portal/ui/use-selection.ts';
import { ColumnChoice } from './column-choice.tsx';
import { RefusedUsers } from './refused-users.tsx';
import type { Refused } from './refused-users.tsx';
import { nameOf } from './user-words.tsx';
import { cleared, isNarrowed, usersAddress } from './users-address.ts';
import { columnsIn, columnsText, usersColumns } from './users-columns.tsx';
import { UsersFilters } from './users-filters.tsx';
import { userOptions, usersFound } from './users.queries.ts';
import styles from './users-page.module.css';

// Nobody needs it before he ticks somebody.
const UsersSelection = lazy(async () => ({ default: (await import('./users-selection.tsx')).UsersSelection }));

/** The list: search, filters, sort, page and columns stand in the address. */
export function UsersTable() {
  const [address, change] = useSearchState(usersAddress);
  const { columns: columnsNamed, ...asked } = address;
  const { permissions } = useUser();
  const page = useQuery(usersFound(asked));
  const options = useQuery(userOptions);
  const [now] = useState(Date.now);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const { data } = page;
  const selection = useSelection<User>(data?.items ?? [], ({ userId }) => userId);
  const shown = columnsIn(columnsNamed);
  const mayDelete = permissions.includes('users.delete');
  const columns = usersColumns(shown, { options: options.data, opens: permissions.includes('users.edit'), now });
  const isNarrow = isNarrowed(address);
  const isPastEnd = data !== undefined && data.total > 0 && data.items.length === 0;

  return (
    <Card>
      <div className={styles.list}>
        <UsersFilters address={address} options={options.data} onChange={change} />
        <div className={styles.tools}>
          <output>{data && texts.found(data.total)}</output>
          <ColumnChoice shown={shown} onChange={(ids) => change({ columns: columnsText(ids) }, { replace: true })} />
        </div>
        {refused.length > 0 && <RefusedUsers refused={refused} />}
        <DataTable<User>
          label={texts.title}
          columns={mayDelete ? [selectionColumn({ selection, nameOf }), ...columns] : columns}
          rowKey={({ userId }) => userId}
          rows={data?.items}
          problem={page.error && { message: texts.failed, requestId: requestIdOf(page.error) }}
          onRetry={() => void page.refetch()}
          stale={page.isPlaceholderData}
          isDimmed={({ status }) => status === 'suspended'}
          sort={{ current: address.sort, search: (sort) => ({ ...address, sort, pageNumber: undefined }) }}
          empty={<NoUsers />}
          expected={10}
          {...((isNarrow || isPastEnd) && {
            noResult: (
              <NoResult isPastEnd={isPastEnd} onClear={() => change(isPastEnd ? { pageNumber: undefined } : cleared)} />
            ),
          })}
        />
        {data && data.items.length > 0 && (
          <Pagination
            pageNumber={data.pageNumber}
            pageSize={data.pageSize}
            total={data.total}
            search={(pageNumber) => ({ ...address, pageNumber: pageNumber === 1 ? undefined : pageNumber })}
          />
        )}
        {selection.rows.length > 0 && (
          <Suspense>
            <UsersSelection selection={selection} asked={asked} total={data?.total ?? 0} onRefused={setRefused} />
          </Suspense>
        )}
      </div>
    </Card>
  );
}

const NoUsers = () => (
  <EmptyState title={texts.empty.title}>
    <p>{texts.empty.text}</p>
  </EmptyState>
);

const NoResult = ({ isPastEnd, onClear }: { isPastEnd: boolean; onClear: () => void }) => (
  <EmptyState
    title={isPastEnd ? texts.noResult.page : texts.noResult.title}
    actions={<Button onClick={onClear}>{isPastEnd ? texts.noResult.toStart : texts.noResult.clear}</Button>}
  >
    <p>{isPastEnd ? texts.noResult.pageText : texts.noResult.text}</p>
  </EmptyState>
);

const requestIdOf = (error: Error): string | null => (error instanceof ApiProblem ? error.requestId : null);
