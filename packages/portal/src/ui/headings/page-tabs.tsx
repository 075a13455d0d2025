import { Link } from '@tanstack/react-router';
import styles from './page-tabs.module.css';

type Tab = {
  label: string;
  to: string;
  /** The search parameter of the part, if the parts have the same path. The first part has it as `undefined`. */
  search?: Readonly<Record<string, string | undefined>>;
};

/** A part is current whatever else its address has, for example a filter. `explicitUndefined` distinguishes the first part from the others. */
const sameSearch = { explicitUndefined: true };
const samePath = { exact: true, includeSearch: false };

/** The parts of a page as links below its title; each part has an address of its own. */
export const PageTabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <nav className={styles.tabs} aria-label={label}>
    {tabs.map(({ label: name, to, search }) => (
      <Link
        key={name}
        to={to}
        search={search ?? {}}
        className={styles.tab}
        activeOptions={search ? sameSearch : samePath}
      >
        {name}
      </Link>
    ))}
  </nav>
);
