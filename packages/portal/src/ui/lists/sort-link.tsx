import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { lists as texts } from '#portal/texts/lists.ts';
import styles from './data-table.module.css';

export type SortBy = { field: string; direction: 'asc' | 'desc' };

export type Sort = {
  current: SortBy | undefined;
  /** The search parameters of the page with this sort order. */
  search: (sort: SortBy) => Record<string, unknown>;
};

/** A column heading as a real link: the sort order is in the URL, so it can be shared, and Back undoes it. */
export function SortLink({ column, header, sort }: { column: string; header: string; sort: Sort }) {
  const isSorted = sort.current?.field === column;
  const direction = isSorted && sort.current?.direction === 'asc' ? 'desc' : 'asc';
  const Arrow = sort.current?.direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <Link
      to="."
      search={sort.search({ field: column, direction })}
      className={styles.sort ?? ''}
      title={texts.sortBy(header)}
      resetScroll={false}
    >
      {header}
      {isSorted && <Arrow aria-hidden="true" />}
    </Link>
  );
}
