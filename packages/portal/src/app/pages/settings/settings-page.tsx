import { Link, Navigate } from '@tanstack/react-router';
import { groupSettings } from '#portal/app/menu/settings-sections.ts';
import { administration } from '#portal/texts/administration.ts';
import { settings as texts } from '#portal/texts/settings.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useWideWindow } from '#portal/ui/hooks/use-width.ts';
import { Card, Sections } from '#portal/ui/layout/layout.tsx';
import styles from './settings-page.module.css';

const groups = groupSettings(Object.entries(administration).map(([path, { title }]) => ({ path, title })));

/** Settings opens its first page, with the menu of all pages beside it. In a narrow window, which has no room for the menu, it lists the pages. */
export function SettingsPage() {
  const hasMenu = useWideWindow();
  if (hasMenu) return <Navigate to="/admin/policies" replace />;
  return (
    <>
      <PageHeading title={texts.title} />
      <Sections>
        {groups.map(({ section, members }) => (
          <Card key={section} title={texts.sections[section]}>
            <ul className={styles.rows}>
              {members.map(({ path, title }) => (
                <li key={path}>
                  <Link to={path}>{title}</Link>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </Sections>
    </>
  );
}
