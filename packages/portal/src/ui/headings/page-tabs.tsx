import { Link } from '@tanstack/react-router';
import styles from './page-tabs.module.css';

type Tab = {
  label: string;
  to: string;
  /** The search parameters of the part, if the parts have the same path. */
  search?: Readonly<Record<string, string>>;
};

/** The class of the links to the parts of a page. */
export const tabsClass = styles.tabs ?? '';

/** The class of a link to one of several parts of a page. */
export const tabClass = styles.tab ?? '';

/** The parts of a page as links below its title; each part has an address of its own. */
export const PageTabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className={tabsClass} aria-label={label}>
    {tabs.map(({ label: name, to, search }) => (
      <Link
        key={name}
        to={to}
        search={search ?? {}}
        className={tabClass}
        activeOptions={{ exact: true, includeSearch: Boolean(search) }}
      >
        {name}
      </Link>
    ))}
  </nav>
);
