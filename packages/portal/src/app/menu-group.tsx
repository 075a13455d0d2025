import { Link, useLocation, useMatches, useRouter } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import { createAnchoredPopover } from '#portal/ui/overlays/anchored-popover.ts';
import popovers from '#portal/ui/overlays/popover.module.css';
import styles from './menu.module.css';
import { routeTable } from './route-table.tsx';

type Entry = { path: string; label: string };
type GroupProps = { label: string; entries: readonly Entry[] };

export function MenuEntry({ path, label }: Entry) {
  const within = useCurrentEntry();
  return (
    <li>
      <Link
        to={path}
        className={styles.entry ?? ''}
        activeOptions={{ exact: within !== undefined }}
        aria-current={within === path ? 'page' : undefined}
      >
        {label}
      </Link>
    </li>
  );
}

/** The menu entry of the current page, where the path of the page does not begin with that of the entry. */
function useCurrentEntry(): string | undefined {
  const shown = useMatches().at(-1)?.fullPath;
  return routeTable.find(({ path }) => path === shown)?.within;
}

/** In the drawer a group is always open, under its heading. */
export function MenuSection({ label, entries }: GroupProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{label}</h2>
      <Entries entries={entries} />
    </section>
  );
}

/**
 * In the header a group opens below its button (WAI-ARIA Authoring Practices, disclosure navigation). The browser closes it by Escape,
 * which returns the focus, and by a press outside, and lets Tab go from the button to the entries. A navigation
 * closes it too.
 */
export function MenuDisclosure({ label, entries }: GroupProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isCurrent = useHasCurrentEntry(entries);
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', () => panel.current?.hidePopover()), [router]);
  return (
    <>
      <button
        type="button"
        className={styles.entry}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-current={isCurrent ? 'true' : undefined}
      >
        {label}
        <ChevronDown aria-hidden="true" />
      </button>
      <div
        ref={panel}
        id={id}
        className={joinClasses(popovers.panel, styles.panel)}
        popover="auto"
        {...createAnchoredPopover(setOpen)}
      >
        <Entries entries={entries} />
      </div>
    </>
  );
}

const Entries = ({ entries }: { entries: readonly Entry[] }) => (
  <ul className={styles.column}>
    {entries.map((entry) => (
      <MenuEntry key={entry.path} {...entry} />
    ))}
  </ul>
);

function useHasCurrentEntry(entries: readonly Entry[]): boolean {
  const { pathname } = useLocation();
  return entries.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
}
