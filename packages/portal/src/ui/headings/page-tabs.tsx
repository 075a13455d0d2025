import { Link } from '@tanstack/react-router';
import styles from './page-tabs.module.css';

type Tab = {
  label: string;
  to: string;
  /** The search parameters that distinguish tabs with the same path. */
  search?: Record<string, unknown>;
};

/** The parts of a page as links below its title; each part has a path or search parameters of its own. */
export const PageTabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className={styles.tabs} aria-label={label}>
    {tabs.map(({ label: name, to, search }) => (
      <Link
        key={name}
        to={to}
        {...(search && { search })}
        className={styles.tab ?? ''}
        activeOptions={{ exact: search === undefined, includeSearch: search !== undefined, explicitUndefined: true }}
      >
        {name}
      </Link>
    ))}
  </nav>
);
