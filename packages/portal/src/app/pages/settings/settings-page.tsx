import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { StatusReport } from '@basics/contract/status/status.ts';
import { listNeeds } from '#portal/features/status/judge-status.ts';
import { NeedsYou } from '#portal/features/status/needs-you.tsx';
import { statusReport } from '#portal/features/status/status.queries.ts';
import { administration } from '#portal/texts/administration.ts';
import { settings as texts } from '#portal/texts/settings.ts';
import { status } from '#portal/texts/status.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { MenuIcon } from '#portal/app/menu/menu-extras.tsx';
import { groupSettings } from '#portal/app/menu/settings-sections.ts';
import styles from './settings-page.module.css';

const pages = Object.entries(administration).map(([path, { title }]) => ({ path, title }));

/** The overview of Settings: first what needs somebody, then the pages for administrators by section, with a fact about some of them. */
export function SettingsPage() {
  const { data: report, isPending } = useQuery(statusReport);
  return (
    <>
      <PageHeading title={texts.title} />
      {isPending ? (
        <Skeleton height="30rem" />
      ) : (
        <Stack>
          {report && <NeedsYou report={report} path="/settings" />}
          <SettingsPages report={report} />
        </Stack>
      )}
    </>
  );
}

/** The pages stay links if the status could not be loaded. */
function SettingsPages({ report }: { report: StatusReport | undefined }) {
  const { setup } = useSetup();
  const needCount = report ? listNeeds(report).length : 0;
  const facts: Readonly<Record<string, string>> = {
    '/admin/brands': setup.brands.map(({ name }) => name).join(', '),
    ...(report && {
      '/admin/mail': texts.waiting(report.mail.waiting),
      '/status': needCount === 0 ? status.ok : status.needs.count(needCount),
    }),
  };
  return (
    <Card>
      {groupSettings(pages).map(({ section, members }) => (
        <section key={section} className={styles.section}>
          <h2>{texts.sections[section]}</h2>
          <ul>
            {members.map(({ path, title }) => (
              <li key={path}>
                <MenuIcon path={path} />
                <Link to={path}>{title}</Link>
                {facts[path] && <p>{facts[path]}</p>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}
