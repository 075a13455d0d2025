import type { ComponentProps, ReactNode } from 'react';
import { DataTable, type DataTableProps, type SortBy } from '../tables/data-table.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import type { IllustrationName } from '#portal/ui/feedback/illustration.tsx';
import { NoResult, type ChangeListPage, type ClearedListSearch, type NoResultTexts } from './no-result.tsx';
import { Pagination, type ShownPage } from './pagination.tsx';
import styles from './lists.module.css';
import { lists as texts } from '#portal/texts/lists.ts';
import { AnnouncedText, type Elements } from '#portal/ui/layout/layout.tsx';

type Page<Row> = ShownPage & { items: readonly Row[] };

/** The reason why a call failed. Support finds the failure by the request id. */
type Failure = Error & { requestId?: string | null };

export type PagedTableProps<Row> = Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'rowKey' | 'isDimmed' | 'expectedRows'
> & {
  /** The result of the query for the page. */
  page: { data: Page<Row> | undefined; error: Failure | null; isPlaceholderData: boolean; refetch: () => unknown };
  /**
   * Whether other data for the cells is still loading. Until the other data arrives, the skeleton is shown, so that no column changes its
   * width later.
   */
  isWaiting?: boolean;
  /** The rows, if they are not exactly the items of the page. */
  rows?: readonly Row[] | undefined;
  tableTexts: { failed: string; empty: { title: string; text: string }; noResult: NoResultTexts };
  /** The search parameters of the page. */
  address: Readonly<Record<string, unknown>> & { sort?: SortBy | undefined };
  /** The sort order that is used while the address contains none. */
  usualSort?: SortBy | undefined;
  cleared: ClearedListSearch;
  onChange: ChangeListPage;
  /** Whether the address contains the number of rows of a page. */
  isSized?: boolean;
  /** Creates the announcement of the number of rows for screen readers, for a page that does not show the number. */
  announce?: (total: number) => string;
  /** Creates the text above cards with the number of rows. The filter bar of the list announces the number. */
  found?: (total: number) => string;
  /** The illustration of the empty list; the default is a sheet of drafting paper. */
  picture?: IllustrationName;
  /** The action that creates the first row, shown in the empty list. */
  firstAction?: ReactNode;
  /** An action on all rows of the list, shown beside the pages. */
  end?: Elements;
  /** Whether `rows` leaves out rows that the page can unfold, so that the numbers of the rows are not shown. */
  isFolded?: boolean;
  /** Whether the list is short, so that its order cannot be changed. */
  isShort?: boolean;
};

/** One page of a list, and links to the other pages. The address of the page contains the search, the filters and the sort order. */
export function PagedTable<Row>({ page, rows = page.data?.items, isWaiting = false, ...props }: PagedTableProps<Row>) {
  const {
    tableTexts,
    address,
    usualSort,
    cleared,
    onChange,
    announce,
    found,
    picture,
    firstAction,
    end,
    isSized = false,
    isFolded = false,
    isShort = false,
    ...table
  } = props;
  const { data } = page;
  const isFiltered = Object.keys(cleared).some((name) => !(name in firstPage) && address[name] !== undefined);
  return (
    <>
      {announce && isFiltered && data && !page.isPlaceholderData && (
        <AnnouncedText>{describeTotal(data, announce)}</AnnouncedText>
      )}
      <DataTable<Row>
        {...table}
        countText={found && data && describeTotal(data, found)}
        rows={isWaiting ? undefined : rows}
        problem={page.error && { message: tableTexts.failed, requestId: page.error.requestId ?? null }}
        onRetry={() => void page.refetch()}
        stale={page.isPlaceholderData}
        {...(!isShort && {
          sort: { current: address.sort, usual: usualSort, search: (sort) => ({ ...address, sort, ...firstPage }) },
        })}
        empty={
          data && (
            <EmptyList
              {...{ page: data, isFiltered, tableTexts, cleared, onChange }}
              state={{ picture, actions: firstAction }}
            />
          )
        }
      />
      <div className={styles.foot}>
        {data && data.items.length > 0 && !isWaiting && rows && rows.length > 0 && (
          <Pagination
            page={data}
            count={isFolded ? undefined : data.items.length}
            isFromEnd={address['before'] !== undefined && address['pageNumber'] === undefined}
            isSized={isSized}
            search={(pageAddress) => ({ ...address, ...pageAddress })}
          />
        )}
        {end}
      </div>
    </>
  );
}

type EmptyListProps = Pick<PagedTableProps<unknown>, 'tableTexts' | 'cleared' | 'onChange'> & {
  page: Page<unknown>;
  isFiltered: boolean;
  state: Pick<ComponentProps<typeof EmptyState>, 'picture' | 'actions'>;
};

function EmptyList({ page, isFiltered, tableTexts: { noResult, empty }, state, ...search }: EmptyListProps) {
  if (page.items.length > 0) return null; // All rows of the page are about to be deleted.
  if (isFiltered || page.total > 0) return <NoResult texts={noResult} page={page} {...search} />;
  return (
    <EmptyState title={empty.title} {...state}>
      <p>{empty.text}</p>
    </EmptyState>
  );
}

/** The search parameters of the first page. */
export const firstPage = { pageNumber: undefined, after: undefined, before: undefined } as const;

/** Describes the number of rows with the text of the list, as "more than" this number if the number is a minimum. */
export const describeTotal = (
  { total, totalIsMinimum }: Pick<ShownPage, 'total' | 'totalIsMinimum'>,
  found: (total: number) => string,
): string => (totalIsMinimum ? texts.moreThan(found(total)) : found(total));
