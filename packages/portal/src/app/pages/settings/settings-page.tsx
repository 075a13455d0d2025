import { Link, Navigate } from '@tanstack/react-router';
import { administration } from '#portal/texts/administration.ts';
import { settings as texts } from '#portal/texts/settings.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { useWideWindow } from '#portal/ui/hooks/use-width.ts';
import styles from './settings-page.module.css';

/** Settings opens its first page, with the menu of all pages beside it. In a narrow window, which has no room for the menu, it lists the pages. */
export function SettingsPage() {
  if (useWideWindow()) return <Navigate to="/admin/policies" replace />;
  return (
    <>
      <PageHeading title={texts.title} />
      <ul className={styles.rows}>
        {Object.entries(administration).map(([path, { title }]) => (
          <li key={path}>
            <Link to={path}>{title}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
