import type { ReactNode } from 'react';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './data-table.tsx';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import type { IllustrationName } from '#portal/ui/feedback/illustration.tsx';
import { NoResult } from './no-result.tsx';
import type { Cleared, NoResultWords } from './no-result.tsx';
import { Pagination } from './pagination.tsx';
import type { ShownPage } from './pagination.tsx';
import { lists as texts } from '#portal/texts/lists.ts';
import type { SortBy } from './sort-link.tsx';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';

type Page<Row> = ShownPage & { items: readonly Row[] };

/** Why a call failed; support finds that by the id of the request. */
type Failure = Error & { requestId?: string | null };

export type PagedTableProps<Row> = Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'rowKey' | 'isDimmed' | 'expected'
> & {
  /** The result of the query. */
  page: { data: Page<Row> | undefined; error: Failure | null; isPlaceholderData: boolean; refetch: () => unknown };
  /** What its cells need besides is still on its way: the outline stays, so that no column changes its width afterwards. */
  isWaiting?: boolean;
  /** Where they are not the page's as they came. */
  rows?: readonly Row[] | undefined;
  words: { failed: string; empty: { title: string; text: string }; noResult: NoResultWords };
  /** What the address asks for. */
  address: Readonly<Record<string, unknown>> & { sort?: SortBy | undefined };
  cleared: Cleared;
  onChange: (change: Cleared) => void;
  /** The address holds how many rows a page has. */
  isSized?: boolean;
  /** Says how many were found, where the page does not show it. */
  announce?: (total: number) => string;
  /** What the empty list shows; the default is a sheet of drafting paper. */
  picture?: IllustrationName;
  /** The way to a first row, where there is none. */
  begin?: ReactNode;
};

/** One page of a list that is searched, filtered and sorted by its address, and links to the others. */
export function PagedTable<Row>({ page, rows = page.data?.items, isWaiting = false, ...props }: PagedTableProps<Row>) {
  const { words, address, cleared, onChange, announce, picture, begin, isSized = false, ...table } = props;
  const { data } = page;
  const isNarrowed = Object.keys(cleared).some((name) => !(name in firstPage) && address[name] !== undefined);
  const isPastEnd = data !== undefined && data.total > 0 && data.items.length === 0;
  return (
    <>
      {announce && isNarrowed && data && !page.isPlaceholderData && <Announced>{foundIn(data, announce)}</Announced>}
      <DataTable<Row>
        {...table}
        rows={isWaiting ? undefined : rows}
        problem={page.error && { message: words.failed, requestId: page.error.requestId ?? null }}
        onRetry={() => void page.refetch()}
        stale={page.isPlaceholderData}
        sort={{ current: address.sort, search: (sort) => ({ ...address, sort, ...firstPage }) }}
        empty={
          isNarrowed || isPastEnd ? (
            <NoResult words={words.noResult} isPastEnd={isPastEnd} cleared={cleared} onChange={onChange} />
          ) : (
            <EmptyState title={words.empty.title} picture={picture} actions={begin}>
              <p>{words.empty.text}</p>
            </EmptyState>
          )
        }
      />
      {data && data.items.length > 0 && !isWaiting && rows && rows.length > 0 && (
        <Pagination
          page={data}
          count={data.items.length}
          isFromEnd={address['before'] !== undefined && address['pageNumber'] === undefined}
          isSized={isSized}
          search={(wanted) => ({ ...address, ...wanted })}
        />
      )}
    </>
  );
}

/** The address of the first page. */
export const firstPage = { pageNumber: undefined, after: undefined, before: undefined } as const;

/** How many were found, in the words of the list. */
export const foundIn = ({ total, totalIsMinimum }: ShownPage, found: (total: number) => string): string =>
  totalIsMinimum ? texts.moreThan(found(total)) : found(total);
