import { agentProfile } from '@basics/contract/calls/permissions.ts';
import { useMatches } from '@tanstack/react-router';
import { useSetup } from '#portal/brand/brand.tsx';
import { header } from '#portal/texts/header.ts';
import { settings } from '#portal/texts/settings.ts';
import { shell as texts } from '#portal/texts/shell.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { MenuEntries, MenuSection, type MenuItem } from './menu-group.tsx';
import { decideRoute, isInMenu, type Visitor } from '../routes/guard.ts';
import styles from './menu.module.css';
import { routeTable } from '../routes/route-table.tsx';
import type { RouteRow } from '../routes/route-row.ts';
import { groupSettings } from './settings-sections.ts';

/** The groups of the first level of the menu, in their order. `secondLevel` are the pages below Settings. */
const menuGroups = ['own', 'customers', 'waiting', 'portal', 'settings'] as const;
type MenuGroup = (typeof menuGroups)[number] | 'secondLevel';

const customerPaths: ReadonlySet<string> = new Set([
  '/users',
  '/companies',
  '/licenses',
  '/licenses/renewals',
  '/licenses/versions',
]);
const waitingPaths: ReadonlySet<string> = new Set(['/requests', '/help-requests']);
const portalPaths: ReadonlySet<string> = new Set(['/country-salesman', '/admin/release-notes']);

function findGroup({ path, needs }: RouteRow): MenuGroup {
  if (path === '/settings') return 'settings';
  if (needs === 'administrator') return 'secondLevel';
  if (customerPaths.has(path)) return 'customers';
  if (waitingPaths.has(path)) return 'waiting';
  return portalPaths.has(path) ? 'portal' : 'own';
}

/** The menu entries of a visitor: routes that have a screen and that the visitor may open. */
export function listMenuEntries(visitor: Visitor, table: readonly RouteRow[]) {
  return table.flatMap((row) => {
    const { path, menu } = row;
    return menu && decideRoute(row, visitor) === 'enter' && isInMenu(row, visitor)
      ? [{ path, ...menu, label: (isAgent(visitor) && menu.agentLabel) || menu.label, group: findGroup(row) }]
      : [];
  });
}

const isAgent = ({ profileID, company }: Visitor): boolean => profileID === agentProfile && company?.role === 'manager';

/** The menu as a column: in the sidebar, and in the drawer of a narrow window. On the pages of Settings, the menu shows these pages. */
export function Menu() {
  const user = useUser();
  const { setup } = useSetup();
  const isInSettings = useIsInSettings();
  const entries: (MenuItem & { group: MenuGroup })[] = listMenuEntries(user, routeTable);
  if (setup.pocUrl !== null && !user.mustAct && user.permissions.includes('POC.view'))
    entries.push({ path: setup.pocUrl, label: texts.items.poc, group: 'portal', isExternal: true });
  const listEntriesOf = (menuGroup: MenuGroup): MenuItem[] => entries.filter(({ group }) => group === menuGroup);
  return (
    <nav aria-label={header.menu} className={styles.menu} data-level={isInSettings ? 'second' : 'first'}>
      {isInSettings ? (
        <SettingsEntries entries={listEntriesOf('secondLevel')} />
      ) : (
        menuGroups
          .filter((group) => listEntriesOf(group).length > 0)
          .map((group) => <MenuEntries key={group} entries={listEntriesOf(group)} />)
      )}
    </nav>
  );
}

const SettingsEntries = ({ entries }: { entries: readonly MenuItem[] }) => (
  <>
    <MenuEntries entries={[{ path: '/', label: texts.items.home, isBack: true }]} />
    {groupSettings(entries).map(({ section, members }) => (
      <MenuSection key={section} label={settings.sections[section]} entries={members} />
    ))}
  </>
);

function useIsInSettings(): boolean {
  const currentPath = useMatches().at(-1)?.fullPath ?? '';
  return routeTable.find(({ path }) => path === currentPath)?.needs === 'administrator';
}
