import type { Role } from '@basics/contract/permissions.ts';

type Menu = { entries: readonly string[]; administration: readonly string[] };

const salesman = ['My Account', 'My Users', 'Licences', 'Pending Requests', 'Help Requests', 'Country/Salesman'];

const menus: Partial<Record<Role, Menu>> = {
  Administrator: {
    entries: [...salesman, 'Release Notes'],
    administration: ['Licence policies', 'Tools', 'Brands', 'CRM accounts', 'Import', 'Outbox', 'Audit log', 'Status'],
  },
  Salesman: { entries: salesman, administration: [] },
};

/**
 * The menu of a profile in its order, by hand from sections 2 and 6 of the specification; `Licences`, `Help Requests` and the group
 * Administration are additions (docs/decisions/0034). All other profiles have the same menu.
 */
export const specifiedMenu = (role: Role): Menu =>
  menus[role] ?? { entries: ['Get a licence', 'My Account'], administration: [] };
