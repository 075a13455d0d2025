import { Link } from '@tanstack/react-router';
import styles from './page-tabs.module.css';

type Tab = { label: string; to: string };

/** The parts of a page as links below its title; each part has a path of its own. */
export const PageTabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className={styles.tabs} aria-label={label}>
    {tabs.map(({ label: name, to }) => (
      <Link key={to} to={to} className={styles.tab ?? ''} activeOptions={{ exact: true, includeSearch: false }}>
        {name}
      </Link>
    ))}
  </nav>
);
