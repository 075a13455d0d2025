import { isPermitted } from '@basics/contract/calls/permissions.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { header } from '#portal/texts/header.ts';
import { shell as texts } from '#portal/texts/shell.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { MenuEntries, MenuSection, type MenuItem } from './menu-group.tsx';
import { decideRoute, type Visitor } from '../routes/guard.ts';
import styles from './menu.module.css';
import { routeTable } from '../routes/route-table.tsx';
import type { RouteRow } from '../routes/route-row.ts';

/** The groups of the menu, in their order; entries without a group come first. */
const menuGroups = ['customers', 'product', 'administration'] as const;
type MenuGroup = (typeof menuGroups)[number];

const customerPaths: ReadonlySet<string> = new Set([
  '/users',
  '/licenses',
  '/licenses/renewals',
  '/licenses/versions',
  '/requests',
  '/help-requests',
  '/country-salesman',
]);

function findGroup({ path, needs }: RouteRow): MenuGroup | undefined {
  if (needs === 'administrator') return 'administration';
  if (customerPaths.has(path)) return 'customers';
  return path === '/admin/release-notes' ? 'product' : undefined;
}

/** The menu entries of a visitor: routes that have a screen and that the visitor may open. */
export function listMenuEntries(visitor: Visitor, table: readonly RouteRow[]) {
  return table.flatMap((row) => {
    const { path, menu } = row;
    return menu && decideRoute(row, visitor) === 'enter' && isPermitted(menu.needs ?? row.needs, visitor)
      ? [{ path, ...menu, group: findGroup(row) }]
      : [];
  });
}

/** The menu as a column: in the sidebar, and in the drawer of a narrow window. */
export function Menu() {
  const user = useUser();
  const { setup } = useSetup();
  const entries: (MenuItem & { group: MenuGroup | undefined })[] = listMenuEntries(user, routeTable);
  if (setup.pocUrl !== null && !user.mustAct && user.permissions.includes('POC.view'))
    entries.push({ path: setup.pocUrl, label: texts.items.poc, group: 'product', isExternal: true });
  const listEntriesOf = (menuGroup: MenuGroup | undefined): MenuItem[] =>
    entries.filter(({ group }) => group === menuGroup);
  return (
    <nav aria-label={header.menu} className={styles.menu}>
      <MenuEntries entries={listEntriesOf(undefined)} />
      {menuGroups
        .filter((group) => listEntriesOf(group).length > 0)
        .map((group) => (
          <MenuSection key={group} label={header.groups[group]} entries={listEntriesOf(group)} />
        ))}
    </nav>
  );
}
