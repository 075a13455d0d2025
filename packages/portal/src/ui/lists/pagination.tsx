import { useNavigate } from '@tanstack/react-router';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { lists as texts } from '#portal/texts/lists.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { PageNumberField } from './page-number-field.tsx';
import { pageSizes } from './page-sizes.ts';
import styles from './pagination.module.css';

/** The part of the address that says which page is shown. */
export type PageAddress = {
  pageNumber: number | undefined;
  /** The place after or before which the page begins, from the answer of the page beside it; it costs the same wherever the page is. */
  after: string | undefined;
  before: string | undefined;
  pageSize: number | undefined;
};

/** A page as it arrived, and which one was asked for. */
export type ShownPage = {
  /** From 1; of a page by its place it is the number that the address counts. */
  pageNumber: number;
  pageSize: number;
  total: number;
  /** There are more rows than `total`. */
  totalIsMinimum?: boolean | undefined;
  next?: string | undefined;
  previous?: string | undefined;
};

type PaginationProps = {
  page: ShownPage;
  /** The number of rows on it. */
  count: number;
  /** The page is the end of a list whose length is not known, or one before it: its number is not known. */
  isFromEnd?: boolean;
  /** The address holds how many rows a page has. */
  isSized?: boolean;
  /** The search parameters of the list with another page. */
  search: (page: PageAddress) => Record<string, unknown>;
};

/** Which rows are shown, the ways to other pages, and how many rows a page has. */
export function Pagination({ page, count, isFromEnd = false, isSized = false, search }: PaginationProps) {
  const { pageNumber, pageSize, total, totalIsMinimum = false } = page;
  if (total === 0) return null;
  const pages = totalIsMinimum ? undefined : Math.max(1, Math.ceil(total / pageSize));
  const to = (change: Partial<PageAddress>) =>
    search({ pageNumber: undefined, after: undefined, before: undefined, pageSize: keptSize(pageSize), ...change });
  const { first, previous, next, last } = waysFrom(page, { pages, isFromEnd });
  return (
    <nav className={styles.pagination} aria-label={texts.pages}>
      <span>{rowsShown(page, count, isFromEnd)}</span>
      <span className={styles.links}>
        <PageLink search={first && to(first)} icon={<ChevronFirst aria-hidden="true" />} words={texts.firstPage} />
        <PageLink
          search={previous && to(previous)}
          icon={<ChevronLeft aria-hidden="true" />}
          words={texts.previousPage}
        />
        {pages !== 1 && !isFromEnd && <PageNumberField pageNumber={pageNumber} pages={pages} search={to} />}
        <PageLink search={next && to(next)} icon={<ChevronRight aria-hidden="true" />} words={texts.nextPage} />
        <PageLink search={last && to(last)} icon={<ChevronLast aria-hidden="true" />} words={texts.lastPage} />
      </span>
      {isSized && <PageSize pageSize={pageSize} total={total} search={to} />}
    </nav>
  );
}

/** The usual size is not in the address. */
const keptSize = (pageSize: number): number | undefined => (pageSize === pageSizes[0] ? undefined : pageSize);

type PageLinkProps = { search: Record<string, unknown> | undefined; icon: ReactNode; words: string };

const PageLink = ({ search, icon, words }: PageLinkProps) =>
  search && (
    <LinkButton to="." search={search} icon={icon}>
      {words}
    </LinkButton>
  );

type Ways = Partial<Record<'first' | 'previous' | 'next' | 'last', Partial<PageAddress>>>;

/** The pages beside this one by their places, where the server names them, else by their numbers. */
function waysFrom(page: ShownPage, { pages, isFromEnd }: { pages: number | undefined; isFromEnd: boolean }): Ways {
  const { pageNumber, next, previous, totalIsMinimum } = page;
  const numbered = (number: number) => ({ pageNumber: isFromEnd || number === 1 ? undefined : number });
  const isPlaced = next !== undefined || previous !== undefined;
  const hasPrevious = isPlaced ? previous !== undefined : pageNumber > 1;
  const hasNext = isPlaced ? next !== undefined : pages !== undefined && pageNumber < pages;
  return {
    ...(hasPrevious && {
      first: {},
      previous: pageNumber === 2 ? {} : { ...numbered(pageNumber - 1), before: previous },
    }),
    ...(hasNext && {
      next: { ...numbered(pageNumber + 1), after: next },
      // Without a known length the last page is asked for by its place.
      last: totalIsMinimum ? { before: '' } : numbered(pages ?? 1),
    }),
  };
}

function rowsShown({ pageNumber, pageSize, total, totalIsMinimum }: ShownPage, count: number, isFromEnd: boolean) {
  const first = (pageNumber - 1) * pageSize + 1;
  if (isFromEnd) return texts.lastRows(count, total);
  return (totalIsMinimum ? texts.rowsOfMore : texts.rowsShown)(first, first + count - 1, total);
}

type PageSizeProps = {
  pageSize: number;
  total: number;
  search: (page: Partial<PageAddress>) => Record<string, unknown>;
};

/** Not for a list that is not longer than its smallest page. */
function PageSize({ pageSize, total, search }: PageSizeProps) {
  const navigate = useNavigate();
  if (total <= pageSizes[0] || !pageSizes.some((size) => size === pageSize)) return null;
  return (
    <span className={styles.size}>
      <Select
        label={texts.pageSize}
        value={String(pageSize)}
        options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={({ currentTarget }) =>
          void navigate({
            to: '.',
            search: search({ pageSize: keptSize(Number(currentTarget.value)) }),
            resetScroll: false,
          })
        }
      />
    </span>
  );
}
