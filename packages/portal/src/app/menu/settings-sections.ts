import type { settings } from '#portal/texts/settings.ts';

type Section = keyof typeof settings.sections;

/** The sections of Settings in their order. A page that no section names belongs to `data`. */
const sections: readonly { section: Section; paths: readonly string[] }[] = [
  { section: 'licences', paths: ['/admin/tools', '/admin/policies'] },
  { section: 'look', paths: ['/admin/brands', '/admin/mail'] },
  { section: 'data', paths: ['/admin/crm', '/admin/import'] },
  { section: 'access', paths: ['/admin/integrations', '/admin/audit'] },
  { section: 'system', paths: ['/status'] },
];

const findSection = (path: string): Section => sections.find(({ paths }) => paths.includes(path))?.section ?? 'data';

/** Groups pages of Settings by section; sections without a page are left out. */
export const groupSettings = <Entry extends { path: string }>(entries: readonly Entry[]) =>
  sections
    .map(({ section }) => ({ section, members: entries.filter(({ path }) => findSection(path) === section) }))
    .filter(({ members }) => members.length > 0);
