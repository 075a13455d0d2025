/**
 * The screens below Settings in their order, by path. `title` is the label in the menu. A list without texts of its own has
 * the headers of its columns here, and takes its other texts from `lists.anyList`.
 */
export const administration = {
  '/admin/policies': { title: 'Licence policies' },
  '/admin/tools': { title: 'Tools' },
  '/admin/brands': { title: 'Brands' },
  '/admin/crm': { title: 'CRM accounts' },
  '/admin/import': { title: 'Import' },
  '/admin/mail': { title: 'E-mails' },
  '/admin/integrations': { title: 'Integrations' },
  '/admin/audit': { title: 'Audit log' },
  '/status': { title: 'Status' },
} as const;
