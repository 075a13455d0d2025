import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countsQuery } from '#portal/features/home/staff-inbox.queries.ts';
import { administration } from '#portal/texts/administration.ts';
import { settings as texts } from '#portal/texts/settings.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { MenuIcon } from '../menu/menu-extras.tsx';
import { groupSettings } from '../menu/settings-sections.ts';
import styles from './settings-page.module.css';

const pages = Object.entries(administration).map(([path, { title }]) => ({ path, title }));

/** The overview of Settings: the pages for administrators by section, with a fact about some of them. */
export function SettingsPage() {
  const { setup } = useSetup();
  const failedMails = useQuery(countsQuery).data?.failedMails;
  const facts: Readonly<Record<string, string>> = {
    '/admin/brands': setup.brands.map(({ name }) => name).join(', '),
    '/admin/mail': failedMails?.total ? texts.failedMails(failedMails.total, failedMails.totalIsMinimum ?? false) : '',
  };
  return (
    <>
      <PageHeading title={texts.title} />
      <Card>
        {groupSettings(pages).map(({ section, members }) => (
          <section key={section} className={styles.section}>
            <h2>{texts.sections[section]}</h2>
            <ul>
              {members.map(({ path, title }) => (
                <li key={path}>
                  <MenuIcon path={path} />
                  <Link to={path}>{title}</Link>
                  {facts[path] && <p data-warn={path === '/admin/mail' || undefined}>{facts[path]}</p>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Card>
    </>
  );
}
