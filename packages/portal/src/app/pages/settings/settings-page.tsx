import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { StatusReport } from '@basics/contract/status/status.ts';
import { recentImports } from '#portal/features/imports/large-imports.queries.ts';
import { allAccounts } from '#portal/features/integrations/integrations.queries.ts';
import { allPolicies } from '#portal/features/policies/policies.queries.ts';
import { listProblems } from '#portal/features/status/judge-status.ts';
import { statusReport } from '#portal/features/status/status.queries.ts';
import { allTools } from '#portal/features/tools/tools.queries.ts';
import { formatShortMoment } from '#portal/messages/times.ts';
import { administration } from '#portal/texts/administration.ts';
import { settings as texts } from '#portal/texts/settings.ts';
import { status } from '#portal/texts/status.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Card, CardStack, Sections } from '#portal/ui/layout/layout.tsx';
import { useWideWindow } from '#portal/ui/hooks/use-width.ts';
import { groupSettings } from '#portal/app/menu/settings-sections.ts';
import styles from './settings-page.module.css';

const pages = Object.entries(administration).map(([path, { title }]) => ({ path, title }));

/** The overview of Settings: first one line of what needs somebody, then every page with what it says at present. */
export function SettingsPage() {
  const { data: report, isPending } = useQuery(statusReport);
  return (
    <>
      <PageHeading title={texts.title} />
      {isPending ? (
        <Skeleton height="30rem" />
      ) : (
        <CardStack>
          {report && <Problems report={report} />}
          <Pages report={report} />
        </CardStack>
      )}
    </>
  );
}

/** What is not all right, in one line with a link to Status; nothing if all is. */
function Problems({ report }: { report: StatusReport }) {
  const problems = listProblems(report).map(({ title, verdict }) => status.needs.line(title, verdict.text));
  if (problems.length === 0) return null;
  return (
    <Notice tone="warn">
      <p>
        <span>{problems.join(' ')}</span> <Link to="/status">{status.needs.open}</Link>
      </p>
    </Notice>
  );
}

/**
 * The pages of Settings in the groups of the menu. Each row is a link, with the present value at its end. Beside the menu, which has all pages,
 * only the values are listed.
 */
function Pages({ report }: { report: StatusReport | undefined }) {
  const values = useValues(report);
  const hasMenu = useWideWindow();
  if (hasMenu)
    return (
      <FactRows>
        {pages.map(
          ({ path, title }) =>
            values[path] !== undefined && (
              <FactRow key={path} name={title}>
                {values[path]}
              </FactRow>
            ),
        )}
      </FactRows>
    );
  return (
    <Sections>
      {groupSettings(pages).map(({ section, members }) => (
        <Card key={section} title={texts.sections[section]}>
          <ul className={styles.rows}>
            {members.map(({ path, title }) => (
              <li key={path}>
                <Link to={path}>{title}</Link>
                {values[path] !== undefined && <span>{values[path]}</span>}
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </Sections>
  );
}

/** Returns what each page says at present. A value that is not loaded yet is absent. */
function useValues(report: StatusReport | undefined): Readonly<Record<string, string | undefined>> {
  const { setup } = useSetup();
  const { data: policies } = useQuery(allPolicies);
  const { data: tools } = useQuery(allTools);
  const { data: imports } = useQuery(recentImports);
  const { data: accounts } = useQuery(allAccounts);
  const licenses = tools?.reduce((sum, { uses }) => sum + uses.activeLicenses, 0);
  return {
    '/admin/policies': policies && texts.policies(new Set(policies.items.map(({ profileID }) => profileID)).size),
    '/admin/tools': tools && joinFacts([...tools.map(({ name }) => name), texts.licenses(licenses ?? 0)]),
    '/admin/brands': setup.brands.map(({ name }) => name).join(', '),
    '/admin/mail': report && describeMail(report),
    '/admin/import': imports?.items.length ? texts.imports(imports.items.length) : undefined,
    '/admin/integrations': accounts?.items.length ? texts.serviceAccounts(accounts.items.length) : undefined,
    '/status': report?.backup.last ? texts.backup(formatShortMoment(report.backup.last.at)) : undefined,
  };
}

const joinFacts = (facts: readonly string[]): string => facts.join(' · ');

function describeMail({ mail: { waiting, failed } }: StatusReport): string {
  if (failed > 0) return texts.notSent(failed);
  return waiting === 0 ? texts.allSent : texts.waiting(waiting);
}
