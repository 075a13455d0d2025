import { administration } from '#portal/texts/administration.ts';
import { shell } from '#portal/texts/shell.ts';
import type { RouteRow } from './route-row.ts';

/** The routes of the screens for administrators, which the menu shows below Settings. */
export const administrationRows = [
  {
    path: '/settings',
    needs: 'administrator',
    screen: { layout: 'shell', load: async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage },
    menu: { label: shell.items.settings, letter: 't' },
  },
  {
    path: '/admin/policies',
    needs: 'administrator',
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/policies/policies-page.tsx')).PoliciesPage,
    },
    menu: { label: administration['/admin/policies'].title },
  },
  {
    path: '/admin/tools',
    needs: 'administrator',
    screen: { layout: 'shell', load: async () => (await import('#portal/features/tools/tools-page.tsx')).ToolsPage },
    menu: { label: administration['/admin/tools'].title },
  },
  {
    path: '/admin/brands',
    needs: 'administrator',
    screen: { layout: 'shell', load: async () => (await import('#portal/features/brands/brands-page.tsx')).BrandsPage },
    menu: { label: administration['/admin/brands'].title },
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
    screen: { layout: 'shell', load: async () => (await import('../pages/brand-page.tsx')).ComposedBrandPage },
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
    menu: { label: administration['/admin/crm'].title },
  },
  {
    path: '/admin/import',
    needs: 'administrator',
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/imports/import-page.tsx')).ImportPage,
    },
    menu: { label: administration['/admin/import'].title },
  },
  {
    path: '/admin/mail',
    needs: 'administrator',
    screen: { layout: 'shell', load: async () => (await import('../pages/settings/mail-page.tsx')).ComposedMailPage },
    menu: { label: administration['/admin/mail'].title },
  },
  {
    path: '/admin/integrations',
    needs: 'administrator',
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/integrations/integrations-page.tsx')).IntegrationsPage,
    },
    menu: { label: administration['/admin/integrations'].title },
  },
  {
    path: '/admin/audit',
    needs: 'administrator',
    screen: { layout: 'shell', load: async () => (await import('#portal/features/audit/audit-page.tsx')).AuditPage },
    menu: { label: administration['/admin/audit'].title },
  },
  {
    path: '/status',
    needs: 'administrator',
    screen: {
      layout: 'shell',
      load: async () => (await import('#portal/features/status/status-page.tsx')).StatusPage,
    },
    menu: { label: administration['/status'].title },
  },
] as const satisfies readonly RouteRow[];
