import type { Role } from '@basics/contract/calls/permissions.ts';
import { administration } from '#portal/texts/administration.ts';

type Menu = { entries: readonly string[]; secondLevel: readonly string[] };

const salesmanEntries = [
  'Home',
  'My Account',
  'My Users',
  'Companies',
  'Licences',
  'Renewals',
  'Versions in use',
  'Pending Requests',
  'Help Requests',
  'Country/Salesman',
];

const menus: Partial<Record<Role, Menu>> = {
  Administrator: {
    entries: [...salesmanEntries, 'Release Notes', 'Settings'],
    secondLevel: Object.values(administration).map(({ title }) => title),
  },
  Salesman: { entries: salesmanEntries, secondLevel: [] },
};

/**
 * Returns the menu entries of a profile in their order, as in sections 2 and 6 of the specification; `Home`, `PCs`, `Companies`, `Licences`, `Renewals`, `Versions in use`,
 * `Help Requests` and Settings with the pages below it are additions (docs/decisions/0034). All profiles that are not listed have the same menu.
 */
export const specifiedMenu = (role: Role): Menu =>
  menus[role] ?? { entries: ['Home', 'PCs', 'My Account'], secondLevel: [] };
