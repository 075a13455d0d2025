import { ChevronLeft, ChevronRight } from 'lucide-react';
import { lists as texts } from '#portal/texts/lists.ts';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import styles from './pagination.module.css';

type PaginationProps = {
  /** From 1. */
  pageNumber: number;
  pageSize: number;
  total: number;
  /** The search parameters of the current page with another page number. */
  search: (pageNumber: number) => Record<string, unknown>;
};

/** Which rows are shown, with links to the previous and the next page; without links when there is one page only. */
export function Pagination({ pageNumber, pageSize, total, search }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = (pageNumber - 1) * pageSize + 1;
  if (total === 0) return null;
  return (
    <nav className={styles.pagination} aria-label={texts.pages}>
      <span>{texts.rowsShown(first, Math.min(total, first + pageSize - 1), total)}</span>
      <span className={styles.links}>
        {pageNumber > 1 && (
          <LinkButton to="." search={search(pageNumber - 1)} icon={<ChevronLeft aria-hidden="true" />}>
            {texts.previousPage}
          </LinkButton>
        )}
        {pageNumber < pages && (
          <LinkButton to="." search={search(pageNumber + 1)} icon={<ChevronRight aria-hidden="true" />}>
            {texts.nextPage}
          </LinkButton>
        )}
      </span>
    </nav>
  );
}
