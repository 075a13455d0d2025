import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { User } from '@basics/contract/users.ts';
import { requestIdOf } from '#portal/api/api-problem.ts';
import { users as texts } from '#portal/messages/en/users.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { ExportButton } from '#portal/ui/lists/export-button.tsx';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { PagedTable } from '#portal/ui/lists/paged-table.tsx';
import { RefusedNotice } from '#portal/ui/feedback/refused-notice.tsx';
import type { Refused } from '#portal/ui/feedback/refused-notice.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import { selectionColumn } from '#portal/ui/lists/selection-boxes.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { useSelection } from '#portal/ui/lists/use-selection.ts';
import { ColumnChoice } from './column-choice.tsx';
import { nameOf } from './user-words.tsx';
import { cleared, usersAddress } from './users-address.ts';
import { columnsIn, columnsText, usersColumns } from './users-columns.tsx';
import { UsersFilters } from './users-filters.tsx';
import { exportUsers, userOptions, usersFound } from './users.queries.ts';
import styles from './users-page.module.css';
import { lazyPart } from '#portal/loading/lazy-part.tsx';

// Nobody needs it before he ticks somebody.
const UsersSelection = lazyPart(async () => (await import('./users-selection.tsx')).UsersSelection);

/** The list: search, filters, sort, page and columns stand in the address. */
export function UsersTable() {
  const [address, change] = useSearchState(usersAddress);
  const { columns: columnsNamed, ...asked } = address;
  const { userId: ownId, permissions } = useUser();
  const page = useQuery(usersFound(asked));
  const options = useQuery(userOptions);
  const [now] = useState(Date.now);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const { data } = page;
  // Nobody deletes himself.
  const isOwn = ({ userId }: User): boolean => userId === ownId;
  const others = data?.items.filter((user) => !isOwn(user)) ?? [];
  const selection = useSelection<User>(others, ({ userId }) => userId);
  const deletable = (data?.total ?? 0) - (others.length === data?.items.length ? 0 : 1);
  const shown = columnsIn(columnsNamed);
  const mayDelete = permissions.includes('users.delete');
  const columns = usersColumns(shown, { options: options.data, opens: permissions.includes('users.edit'), now });

  return (
    <Card>
      <Stack>
        <UsersFilters address={address} options={options.data} onChange={change} />
        <OptionsFailed error={options.error} onRetry={() => void options.refetch()} />
        <div className={styles.tools}>
          <output>{data && texts.found(data.total)}</output>
          <ColumnChoice shown={shown} onChange={(ids) => change({ columns: columnsText(ids) }, { replace: true })} />
        </div>
        {refused.length > 0 && <RefusedNotice title={texts.remove.refused(refused.length)} refused={refused} />}
        <PagedTable<User>
          label={texts.title}
          columns={
            mayDelete
              ? [selectionColumn({ selection, nameOf, isFixed: isOwn, whyFixed: texts.own }), ...columns]
              : columns
          }
          rowKey={({ userId }) => userId}
          page={page}
          isWaiting={options.isPending}
          words={texts}
          address={address}
          cleared={cleared}
          onChange={change}
          isDimmed={({ status }) => status === 'suspended'}
          expected={10}
        />
        <ExportButton total={data?.total ?? 0} fetchFile={(signal) => exportUsers(asked, signal)} />
        {selection.rows.length > 0 && (
          <Suspense>
            <UsersSelection {...{ selection, asked, ownId }} total={deletable} onRefused={setRefused} />
          </Suspense>
        )}
      </Stack>
    </Card>
  );
}

const OptionsFailed = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) =>
  error && <LoadFailed title={texts.optionsFailed} requestId={requestIdOf(error)} onRetry={onRetry} />;
