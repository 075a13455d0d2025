import { shell } from '#portal/texts/shell.ts';
import type { RouteRow } from './route-row.ts';

const { items } = shell;

/** The routes of the screens for administrators, which the menu shows as one group. */
export const administrationRows: readonly RouteRow[] = [
  {
    path: '/admin/policies',
    needs: 'administrator',
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/policies/policies-page.tsx')).PoliciesPage,
    },
    menu: { label: items.policies },
  },
  {
    path: '/admin/tools',
    needs: 'administrator',
    screen: { layout: 'shell', load: async () => (await import('#portal/features/tools/tools-page.tsx')).ToolsPage },
    menu: { label: items.tools },
  },
  {
    path: '/admin/brands',
    needs: 'administrator',
    screen: { layout: 'shell', load: async () => (await import('#portal/features/brands/brands-page.tsx')).BrandsPage },
    menu: { label: items.brands },
  },
  {
    path: '/admin/brands/create',
    needs: 'administrator',
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/brands/create-brand-page.tsx')).CreateBrandPage,
    },
  },
  {
    path: '/admin/brands/$brandId',
    needs: 'administrator',
    screen: { layout: 'shell', load: async () => (await import('./pages/brand-page.tsx')).ComposedBrandPage },
  },
  {
    path: '/admin/brands/$brandId/legal/$document',
    needs: 'administrator',
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/legal/edit-legal-page.tsx')).EditLegalPage,
    },
  },
  {
    path: '/admin/crm',
    needs: 'administrator',
    screen: { layout: 'shell', load: async () => (await import('#portal/features/crm/crm-page.tsx')).CrmPage },
    menu: { label: items.crm },
  },
  {
    path: '/admin/import',
    needs: 'administrator',
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/imports/import-page.tsx')).ImportPage,
    },
    menu: { label: items.import },
  },
  {
    path: '/admin/mail',
    needs: 'administrator',
    screen: { layout: 'shell', load: async () => (await import('#portal/features/mail/mail-page.tsx')).MailPage },
    menu: { label: items.outbox },
  },
  {
    path: '/admin/audit',
    needs: 'administrator',
    screen: { layout: 'shell', load: async () => (await import('#portal/features/audit/audit-page.tsx')).AuditPage },
    menu: { label: items.audit },
  },
  {
    path: '/status',
    needs: 'administrator',
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/status/status-page.tsx')).StatusPage,
    },
    menu: { label: items.status },
  },
];
