import { Link, useMatches } from '@tanstack/react-router';
import { useId } from 'react';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { header } from '#portal/texts/header.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { VisuallyHidden, type Elements } from '#portal/ui/layout/layout.tsx';
import styles from './menu.module.css';
import { routeTable } from '../routes/route-table.tsx';

// Icons and counts are loaded after the page, because a phone shows the menu only when it is opened. The space for an
// icon is reserved.
const loadShellParts = () => import('../layouts/shell-parts.ts');
const MenuIcon = createLazyPart(async () => (await loadShellParts()).MenuIcon, { isLate: true });
const WaitingCount = createLazyPart(async () => (await loadShellParts()).WaitingCount, { isLate: true });
const StatusWarning = createLazyPart(async () => (await loadShellParts()).StatusWarning, { isLate: true });

/** If `isExternal` is set, `path` is the address of another site. `isBack` is the entry that leaves Settings. */
export type MenuItem = { path: string; label: string; isExternal?: boolean; isBack?: boolean };

/** A group of menu entries below its heading. */
export function MenuSection({ label, entries }: { label: string; entries: readonly MenuItem[] }) {
  const id = useId();
  return (
    <div className={styles.section}>
      <h2 id={id}>{label}</h2>
      <MenuEntries entries={entries} labelledBy={id} />
    </div>
  );
}

/** A list of entries. The heading with the id `labelledBy` names it. */
export function MenuEntries({ entries, labelledBy }: { entries: readonly MenuItem[]; labelledBy?: string }) {
  const currentEntryPath = useCurrentEntry();
  return (
    <ul aria-labelledby={labelledBy}>
      {entries.map(({ path, label, isExternal, isBack }) => (
        <li key={path}>
          {isExternal ? (
            <a className={styles.entry} href={path} target="_blank" rel="noreferrer">
              <Icon path="external" />
              <span>{label}</span> <VisuallyHidden>({header.newTab})</VisuallyHidden>
            </a>
          ) : (
            <Link
              to={path}
              className={styles.entry ?? ''}
              activeOptions={{ exact: true }}
              aria-current={currentEntryPath === path ? 'page' : undefined}
            >
              <Icon path={isBack ? 'back' : path} />
              <span>{label}</span>
              <OptionalPart>{path === '/status' ? <StatusWarning /> : <WaitingCount path={path} />}</OptionalPart>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

const Icon = ({ path }: { path: string }): Elements => (
  <span className={styles.icon}>
    <OptionalPart>
      <MenuIcon path={path} />
    </OptionalPart>
  </span>
);

/**
 * Returns the path of the menu entry to which the current page belongs: the entry that its row names, or else the longest path of an entry with
 * which the path of the page begins. The pages of one licence belong to the PCs, or to the licences of staff, who have no entry for PCs.
 */
function useCurrentEntry(): string | undefined {
  const hasOwnPcs = useUser().permissions.includes('license.menu');
  const currentPath = useMatches().at(-1)?.fullPath ?? '';
  const paths = routeTable.flatMap(({ path, menu }) => (menu && isWithin(currentPath, path) ? [path] : []));
  const entryPath =
    routeTable.find(({ path }) => path === currentPath)?.menuPath ??
    paths.toSorted((first, second) => second.length - first.length)[0];
  return entryPath === '/pcs' && !hasOwnPcs ? '/licenses' : entryPath;
}

const isWithin = (path: string, entryPath: string): boolean =>
  path === entryPath || (entryPath !== '/' && path.startsWith(`${entryPath}/`));
