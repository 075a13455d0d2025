import type { Role } from '@basics/contract/calls/permissions.ts';
import { administration } from '#portal/texts/administration.ts';

type Menu = { entries: readonly string[]; administration: readonly string[] };

const salesmanEntries = [
  'Home',
  'My Account',
  'My Users',
  'Licences',
  'Renewals',
  'Versions in use',
  'Pending Requests',
  'Help Requests',
  'Country/Salesman',
];

const menus: Partial<Record<Role, Menu>> = {
  Administrator: {
    entries: [...salesmanEntries, 'Release Notes'],
    administration: Object.values(administration).map(({ title }) => title),
  },
  Salesman: { entries: salesmanEntries, administration: [] },
};

/**
 * Returns the menu entries of a profile in their order, as in sections 2 and 6 of the specification; `Home`, `Licences`, `Renewals`, `Versions in use`,
 * `Help Requests` and the group Administration are additions (docs/decisions/0034). All profiles that are not listed have the same menu.
 */
export const specifiedMenu = (role: Role): Menu =>
  menus[role] ?? { entries: ['Home', 'Get a licence', 'My Account'], administration: [] };
