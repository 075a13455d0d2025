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
import { formatShortMoment } from '#portal/messages/times.ts';
import { administration } from '#portal/texts/administration.ts';
import { settings as texts } from '#portal/texts/settings.ts';
import { status } from '#portal/texts/status.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import styles from './settings-page.module.css';

const titles = new Map(Object.entries(administration).map(([path, { title }]) => [path, title]));

/** The overview of Settings: first what needs somebody, then what is set and what has happened. The menu beside it leads to all pages. */
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
          <LiveFacts report={report} />
        </Stack>
      )}
    </>
  );
}

/** What each page says at present, as a link to it. A page about which there is nothing to say is only in the menu. */
function LiveFacts({ report }: { report: StatusReport | undefined }) {
  const facts = useFacts(report);
  return (
    <ul className={styles.facts}>
      {Object.entries(facts).map(([path, fact]) => {
        const title = titles.get(path);
        return (
          fact && (
            <li key={path}>
              <Link to={path}>{title}</Link>
              <p>{fact.value}</p>
              {fact.second !== undefined && <small>{fact.second}</small>}
            </li>
          )
        );
      })}
    </ul>
  );
}

type LiveFact = { value: string; second?: string };

/** Returns what each page is about at present, first what changes most. A fact that is not loaded yet is absent. */
function useFacts(report: StatusReport | undefined): Readonly<Record<string, LiveFact | undefined>> {
  const { setup } = useSetup();
  const { data: policies } = useQuery(allPolicies);
  const { data: tools } = useQuery(allTools);
  const { data: imports } = useQuery(recentImports);
  const { data: accounts } = useQuery(allAccounts);
  const licenses = tools?.reduce((sum, { uses }) => sum + uses.activeLicenses, 0);
  return {
    '/status': report && describeStatus(report),
    '/admin/mail': report && describeMail(report),
    '/admin/policies': policies && {
      value: texts.policies(new Set(policies.items.map(({ profileID }) => profileID)).size),
    },
    '/admin/tools': tools && {
      value: tools.map(({ name }) => name).join(', '),
      second: texts.licenses(licenses ?? 0),
    },
    '/admin/brands': { value: setup.brands.map(({ name }) => name).join(', ') },
    '/admin/import': imports?.items.length ? { value: texts.imports(imports.items.length) } : undefined,
    '/admin/integrations': accounts?.items.length ? { value: texts.serviceAccounts(accounts.items.length) } : undefined,
  };
}

function describeMail({ mail: { waiting, failed } }: StatusReport): LiveFact {
  if (failed > 0) return { value: texts.notSent(failed) };
  return { value: waiting === 0 ? texts.allSent : texts.waiting(waiting) };
}

function describeStatus(report: StatusReport): LiveFact {
  const needCount = listNeeds(report).length;
  const { last } = report.backup;
  return {
    value: needCount === 0 ? status.ok : status.needs.count(needCount),
    second: last === null ? texts.noBackup : texts.backup(formatShortMoment(last.at)),
  };
}
