import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { StatusReport } from '@basics/contract/status/status.ts';
import { recentImports } from '#portal/features/imports/large-imports.queries.ts';
import { allAccounts } from '#portal/features/integrations/integrations.queries.ts';
import { allPolicies } from '#portal/features/policies/policies.queries.ts';
import { listNeeds } from '#portal/features/status/judge-status.ts';
import { NeedsYou } from '#portal/features/status/needs-you.tsx';
import { statusReport } from '#portal/features/status/status.queries.ts';
import { allTools } from '#portal/features/tools/tools.queries.ts';
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

/** The overview of Settings: first what needs somebody, then the pages for administrators by section, each with a fact or what it is for. */
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

/** The pages stay links without facts that could not be loaded. */
function SettingsPages({ report }: { report: StatusReport | undefined }) {
  const facts = useFacts(report);
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
                <p>{facts[path] ?? '\u00A0'}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}

/** Returns what each page is about at present. A fact that is not loaded yet is absent. */
function useFacts(report: StatusReport | undefined): Readonly<Record<string, string | undefined>> {
  const { setup } = useSetup();
  const { data: policies } = useQuery(allPolicies);
  const { data: tools } = useQuery(allTools);
  const { data: imports } = useQuery(recentImports);
  const { data: accounts } = useQuery(allAccounts);
  const needCount = report ? listNeeds(report).length : 0;
  return {
    '/admin/policies': policies && texts.policies(new Set(policies.items.map(({ profileID }) => profileID)).size),
    '/admin/tools': tools?.map(({ name }) => name).join(', '),
    '/admin/brands': setup.brands.map(({ name }) => name).join(', '),
    '/admin/mail': report && texts.waiting(report.mail.waiting),
    '/admin/crm': texts.crm,
    '/admin/import': imports && texts.imports(imports.items.length),
    '/admin/integrations': accounts && texts.serviceAccounts(accounts.items.length),
    '/admin/audit': texts.audit,
    '/status': report && (needCount === 0 ? status.ok : status.needs.count(needCount)),
  };
}
