import type { Role } from '@basics/contract/permissions.ts';
import { administration } from '#portal/texts/administration.ts';

type Menu = { entries: readonly string[]; administration: readonly string[] };

const salesmanEntries = ['My Account', 'My Users', 'Licences', 'Pending Requests', 'Help Requests', 'Country/Salesman'];

const menus: Partial<Record<Role, Menu>> = {
  Administrator: {
    entries: [...salesmanEntries, 'Release Notes'],
    administration: Object.values(administration).map(({ title }) => title),
  },
  Salesman: { entries: salesmanEntries, administration: [] },
};

/**
 * Returns the menu entries of a profile in their order, as in sections 2 and 6 of the specification; `Licences`, `Help Requests` and the group
 * Administration are additions (docs/decisions/0034). All profiles that are not listed have the same menu.
 */
export const specifiedMenu = (role: Role): Menu =>
  menus[role] ?? { entries: ['Get a licence', 'My Account'], administration: [] };
