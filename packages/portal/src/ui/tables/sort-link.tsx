import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { lists as texts } from '#portal/texts/lists.ts';
import styles from './data-table.module.css';

export type SortBy = { field: string; direction: 'asc' | 'desc' };

export type Sort = {
  current: SortBy | undefined;
  /** The order of the rows while the user has chosen none. */
  usual?: SortBy | undefined;
  /** The search parameters of the page with this sort order. */
  search: (sort: SortBy) => Record<string, unknown>;
};

/**
 * A column heading as a real link. The sort order is in the URL, so that it can be shared, and the Back button restores the previous order.
 */
export function SortLink({ column, header, sort }: { column: string; header: string; sort: Sort }) {
  const shownSort = sort.current ?? sort.usual;
  const isSorted = shownSort?.field === column;
  const isAscending = shownSort?.direction === 'asc';
  const Arrow = isAscending ? ArrowUp : ArrowDown;
  return (
    <Link
      to="."
      search={sort.search({ field: column, direction: isSorted && isAscending ? 'desc' : 'asc' })}
      className={styles.sort ?? ''}
      title={texts.sortBy(header)}
      resetScroll={false}
    >
      <span>{header}</span>
      {isSorted && <Arrow aria-hidden="true" />}
    </Link>
  );
}
