import { isPermitted } from '@basics/contract/permissions.ts';
import { ExternalLink } from 'lucide-react';
import { useSetup } from '#portal/brand/brand.tsx';
import { header } from '#portal/texts/header.ts';
import { shell as texts } from '#portal/texts/shell.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import { MenuDisclosure, MenuEntry, MenuSection } from './menu-group.tsx';
import { decideRoute } from './guard.ts';
import type { Visitor } from './guard.ts';
import styles from './menu.module.css';
import { routeTable } from './route-table.tsx';
import type { RouteRow } from './route-table.tsx';

/** The menu entries of a visitor: routes that have a screen and that the visitor may open. */
export function listMenuEntries(visitor: Visitor, table: readonly RouteRow[]) {
  return table.flatMap((row) => {
    const { path, menu } = row;
    return menu && decideRoute(row, visitor) === 'enter' && isPermitted(menu.needs ?? row.needs, visitor)
      ? [{ path, ...menu }]
      : [];
  });
}

/** The menu as a row or, in the drawer, as a column. */
export function Menu({ inDrawer = false }: { inDrawer?: boolean }) {
  const user = useUser();
  const { setup } = useSetup();
  const entries = listMenuEntries(user, routeTable);
  const administration = entries.filter(({ group }) => group === 'administration');
  const Group = inDrawer ? MenuSection : MenuDisclosure;
  const hasPoc = setup.pocUrl !== null && !user.mustAct && user.permissions.includes('POC.view');
  return (
    <nav aria-label={header.menu}>
      <ul className={inDrawer ? styles.column : styles.row}>
        {entries
          .filter(({ group }) => group === undefined)
          .map((entry) => (
            <MenuEntry key={entry.path} {...entry} />
          ))}
        {hasPoc && (
          <li>
            <a className={styles.entry} href={setup.pocUrl ?? ''} target="_blank" rel="noreferrer">
              {texts.items.poc}
              <ExternalLink aria-hidden="true" /> <VisuallyHidden>({header.newTab})</VisuallyHidden>
            </a>
          </li>
        )}
        {administration.length > 0 && (
          <li>
            <Group label={texts.groups.administration} entries={administration} />
          </li>
        )}
      </ul>
    </nav>
  );
}
