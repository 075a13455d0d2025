import type { ReactNode } from 'react';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './data-table.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { NoResult } from './no-result.tsx';
import type { Cleared, NoResultWords } from './no-result.tsx';
import { Pagination } from './pagination.tsx';
import type { SortBy } from './sort-link.tsx';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';

type Page<Row> = { items: readonly Row[]; pageNumber: number; pageSize: number; total: number };

/** Why a call failed; `id` is the request id by which support finds it. */
type Failure = Error & { requestId?: string | null };

type PagedTableProps<Row> = Pick<DataTableProps<Row>, 'label' | 'columns' | 'rowKey' | 'isDimmed' | 'expected'> & {
  /** The result of the query. */
  page: { data: Page<Row> | undefined; error: Failure | null; isPlaceholderData: boolean; refetch: () => unknown };
  /** True while other data that the cells need is still loading: the skeleton stays, so that column widths do not change later. */
  isWaiting?: boolean;
  /** The rows, where they differ from those of the page. */
  rows?: readonly Row[] | undefined;
  words: { failed: string; empty: { title: string; text: string }; noResult: NoResultWords };
  /** The search parameters of the URL. */
  address: Readonly<Record<string, unknown>> & { sort?: SortBy | undefined };
  cleared: Cleared;
  onChange: (change: Cleared) => void;
  /** Says how many rows were found, where the page does not show it. */
  announce?: (total: number) => string;
  /** A link or button that creates the first row, for an empty list. */
  begin?: ReactNode;
};

/** One page of a list that is searched, filtered and sorted by its URL, with links to the other pages. */
export function PagedTable<Row>({ page, rows = page.data?.items, isWaiting = false, ...props }: PagedTableProps<Row>) {
  const { words, address, cleared, onChange, announce, begin, ...table } = props;
  const { data } = page;
  const isNarrowed = Object.keys(cleared).some((name) => name !== 'pageNumber' && address[name] !== undefined);
  const isPastEnd = data !== undefined && data.total > 0 && data.items.length === 0;
  return (
    <>
      {announce && isNarrowed && data && !page.isPlaceholderData && <Announced>{announce(data.total)}</Announced>}
      <DataTable<Row>
        {...table}
        rows={isWaiting ? undefined : rows}
        problem={page.error && { message: words.failed, requestId: page.error.requestId ?? null }}
        onRetry={() => void page.refetch()}
        stale={page.isPlaceholderData}
        sort={{ current: address.sort, search: (sort) => ({ ...address, sort, pageNumber: undefined }) }}
        empty={
          isNarrowed || isPastEnd ? (
            <NoResult words={words.noResult} isPastEnd={isPastEnd} cleared={cleared} onChange={onChange} />
          ) : (
            <EmptyState title={words.empty.title} actions={begin}>
              <p>{words.empty.text}</p>
            </EmptyState>
          )
        }
      />
      {data && data.items.length > 0 && !isWaiting && rows && rows.length > 0 && (
        <Pagination
          pageNumber={data.pageNumber}
          pageSize={data.pageSize}
          total={data.total}
          search={(pageNumber) => ({ ...address, pageNumber: pageNumber === 1 ? undefined : pageNumber })}
        />
      )}
    </>
  );
}
