import { administration } from '#portal/texts/administration.ts';
import type { RouteRow } from './route-row.ts';

type Load = NonNullable<RouteRow['screen']>['load'];

const createRow = (path: RouteRow['path'], load: Load): RouteRow => ({
  path,
  needs: 'administrator',
  screen: { layout: 'shell', load },
});

/** A screen with a menu entry, whose label is in the texts of the administration. */
const createMenuRow = (path: keyof typeof administration, load: Load): RouteRow => ({
  ...createRow(path, load),
  menu: { label: administration[path].title },
});

/** The routes of the screens for administrators, which the menu shows as one group. */
export const administrationRows: readonly RouteRow[] = [
  createMenuRow(
    '/admin/policies',
    async () => (await import('#portal/features/policies/policies-page.tsx')).PoliciesPage,
  ),
  createMenuRow('/admin/tools', async () => (await import('#portal/features/tools/tools-page.tsx')).ToolsPage),
  createMenuRow('/admin/brands', async () => (await import('#portal/features/brands/brands-page.tsx')).BrandsPage),
  createRow(
    '/admin/brands/create',
    async () => (await import('#portal/features/brands/create-brand-page.tsx')).CreateBrandPage,
  ),
  createRow('/admin/brands/$brandId', async () => (await import('./pages/brand-page.tsx')).ComposedBrandPage),
  createRow(
    '/admin/brands/$brandId/legal/$document',
    async () => (await import('#portal/features/legal/edit-legal-page.tsx')).EditLegalPage,
  ),
  createMenuRow('/admin/crm', async () => (await import('#portal/features/crm/crm-page.tsx')).CrmPage),
  createMenuRow('/admin/import', async () => (await import('#portal/features/imports/import-page.tsx')).ImportPage),
  createMenuRow('/admin/mail', async () => (await import('#portal/features/mail/mail-page.tsx')).MailPage),
  createMenuRow('/admin/audit', async () => (await import('#portal/features/audit/audit-page.tsx')).AuditPage),
  createMenuRow('/status', async () => (await import('#portal/features/status/status-page.tsx')).StatusPage),
];
