import { useNavigate } from '@tanstack/react-router';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { lists as texts } from '#portal/texts/lists.ts';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import styles from './lists.module.css';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { useState } from 'react';

/** The search parameters that select the page. */
export type PageAddress = {
  pageNumber: number | undefined;
  /**
   * The cursor at which the page begins or ends, from the reply for the neighbouring page. The server reads a page by cursor equally fast
   * at every position of the list.
   */
  after: string | undefined;
  before: string | undefined;
  pageSize: number | undefined;
};

/** A page of a list as the server returned it. */
export type ShownPage = {
  /** The number of the page, from 1. For a page that was requested by cursor, the number is read from the address. */
  pageNumber: number;
  pageSize: number;
  total: number;
  /** Whether there may be more rows than `total`. */
  totalIsMinimum?: boolean | undefined;
  next?: string | undefined;
  previous?: string | undefined;
};

type PaginationProps = {
  page: ShownPage;
  /** The number of rows on the page; absent if the page shows fewer rows, because some are folded. */
  count: number | undefined;
  /** Whether the page was reached from the end of a list of unknown length, so that its number is not known. */
  isFromEnd?: boolean;
  /** Whether the address contains the number of rows of a page. */
  isSized?: boolean;
  /** Returns the search parameters of the list for another page. */
  search: (page: PageAddress) => Record<string, unknown>;
};

/** Shows which rows are visible, links to other pages, and a select for the number of rows of a page; nothing if the smallest page has all rows. */
export function Pagination({ page, count, isFromEnd = false, isSized = false, search }: PaginationProps) {
  const { pageNumber, pageSize, total, totalIsMinimum = false } = page;
  const pages = totalIsMinimum ? undefined : Math.max(1, Math.ceil(total / pageSize));
  const toSearch = (change: Partial<PageAddress>) =>
    search({
      pageNumber: undefined,
      after: undefined,
      before: undefined,
      pageSize: toAddressSize(pageSize),
      ...change,
    });
  const { first, previous, next, last } = findPageTargets(page, { pages, isFromEnd });
  const isWhole = pages === 1 && total <= pageSizes[0] && !previous && !next;
  if (total === 0 || isWhole) return null;
  return (
    <nav className={styles.pagination} aria-label={texts.pages}>
      {count !== undefined && <span>{describeShownRows(page, count, isFromEnd)}</span>}
      <span className={styles.links}>
        <PageLink
          search={first && toSearch(first)}
          icon={<ChevronFirst aria-hidden="true" />}
          label={texts.firstPage}
        />
        <PageLink
          search={previous && toSearch(previous)}
          icon={<ChevronLeft aria-hidden="true" />}
          label={texts.previousPage}
        />
        {pages !== 1 && !isFromEnd && <PageNumberField pageNumber={pageNumber} pages={pages} search={toSearch} />}
        <PageLink search={next && toSearch(next)} icon={<ChevronRight aria-hidden="true" />} label={texts.nextPage} />
        <PageLink search={last && toSearch(last)} icon={<ChevronLast aria-hidden="true" />} label={texts.lastPage} />
      </span>
      {isSized && <PageSize pageSize={pageSize} total={total} search={toSearch} />}
    </nav>
  );
}

/** Returns the page size for the address, which does not contain the default size. */
const toAddressSize = (pageSize: number): number | undefined => (pageSize === pageSizes[0] ? undefined : pageSize);

type PageLinkProps = { search: Record<string, unknown> | undefined; icon: Elements; label: string };

const PageLink = ({ search, icon, label }: PageLinkProps) =>
  search && (
    <LinkButton to="." search={search} icon={icon}>
      {label}
    </LinkButton>
  );

type PageTargets = Partial<Record<'first' | 'previous' | 'next' | 'last', Partial<PageAddress>>>;

/** Returns the search parameters of the neighbouring pages: by cursor if the server returned cursors, else by number. */
function findPageTargets(
  page: ShownPage,
  { pages, isFromEnd }: { pages: number | undefined; isFromEnd: boolean },
): PageTargets {
  const { pageNumber, next, previous, totalIsMinimum } = page;
  const byNumber = (number: number) => ({ pageNumber: isFromEnd || number === 1 ? undefined : number });
  const hasCursor = next !== undefined || previous !== undefined;
  const hasPrevious = hasCursor ? previous !== undefined : pageNumber > 1;
  const hasNext = hasCursor ? next !== undefined : pages !== undefined && pageNumber < pages;
  return {
    ...(hasPrevious && {
      first: {},
      previous: pageNumber === 2 ? {} : { ...byNumber(pageNumber - 1), before: previous },
    }),
    ...(hasNext && {
      next: { ...byNumber(pageNumber + 1), after: next },
      // If the length is not known, the last page is requested by cursor.
      last: totalIsMinimum ? { before: '' } : byNumber(pages ?? 1),
    }),
  };
}

function describeShownRows({ pageNumber, pageSize }: ShownPage, count: number, isFromEnd: boolean): string {
  const firstRow = (pageNumber - 1) * pageSize + 1;
  return isFromEnd ? texts.lastRows(count) : texts.rowsShown(firstRow, firstRow + count - 1);
}

type PageSizeProps = {
  pageSize: number;
  total: number;
  search: (page: Partial<PageAddress>) => Record<string, unknown>;
};

/** A select for the number of rows of a page. The select is not shown for a list that fits on the smallest page. */
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
            search: search({ pageSize: toAddressSize(Number(currentTarget.value)) }),
            resetScroll: false,
          })
        }
      />
    </span>
  );
}

/** The numbers of rows that a page can have; the first is the default. */
const pageSizes = [20, 50, 100] as const;

/** The maximum page number; the server refuses larger numbers. */
const maxPageNumber = 100_000;

type PageNumberFieldProps = {
  pageNumber: number;
  /** The number of pages; undefined when the length of the list is not known. */
  pages: number | undefined;
  search: (page: { pageNumber: number | undefined }) => Record<string, unknown>;
};

/** A field that shows the number of the page, and opens another page by its number. */
function PageNumberField({ pageNumber, pages, search }: PageNumberFieldProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(String(pageNumber));
  const [shownPage, setShown] = useState(pageNumber);
  if (pageNumber !== shownPage) {
    setShown(pageNumber);
    setText(String(pageNumber));
  }

  function openPage(): void {
    const pageToOpen = Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), pages ?? maxPageNumber, maxPageNumber);
    setText(String(pageToOpen));
    if (pageToOpen === pageNumber) return;
    void navigate({
      to: '.',
      search: search({ pageNumber: pageToOpen === 1 ? undefined : pageToOpen }),
      resetScroll: false,
    });
  }

  return (
    <form
      className={styles.number}
      onSubmit={(event) => {
        event.preventDefault();
        openPage();
      }}
    >
      <TextField
        label={texts.pageNumber}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        maxLength={6}
        onChange={({ currentTarget: { value } }) => setText(value)}
        onBlur={openPage}
      />
      {pages !== undefined && <span>{texts.pagesInAll(pages)}</span>}
    </form>
  );
}
