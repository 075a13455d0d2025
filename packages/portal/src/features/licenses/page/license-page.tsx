import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import {
  Ban,
  Check,
  ChevronLeft,
  ChevronRight,
  FileKey2,
  MessageCircle,
  Monitor,
  MonitorDown,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { numberInPath } from '@basics/contract/fields/fields.ts';
import type { LicenseOverview } from '@basics/contract/license-admin/license-admin.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { licensePage as texts } from '#portal/texts/license-page.ts';
import { formatDay, formatMoment } from '#portal/messages/times.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { QueryFailed, Notice } from '#portal/ui/feedback/notice.tsx';
import { NotFoundCard } from '#portal/ui/feedback/empty-state.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { Hero } from '#portal/ui/headings/hero.tsx';
import { Way, WayList } from '#portal/ui/lists/way-list.tsx';
import { AnnouncedText, type Elements } from '#portal/ui/layout/layout.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { formatMachine } from '../license-format.tsx';
import { createOverviewQuery } from '../licenses.queries.ts';
import { InstallSteps } from './install-steps.tsx';
import styles from './license-page.module.css';
import { findVerdict, YearLine, type LicenseVerdict } from './license-verdict.tsx';

type LicensePageProps = {
  /** Renders the renewal of a licence, a component of another feature. */
  renderRenewal: (overview: LicenseOverview) => Elements;
};

/** `activated` is "yes" if a tool with a network fetches this licence by itself. */
const pageSearch = z.object({ activated: z.optional(z.literal('yes')) });

/**
 * The page of one licence, which its address identifies, so that a reload, a link in an e-mail and another tab show the same licence. A
 * licence out of the user's scope is shown like a missing one.
 */
export function LicensePage({ renderRenewal }: LicensePageProps) {
  const params: { licenseId?: string } = useParams({ strict: false });
  const licenseId = numberInPath.safeParse(params.licenseId).data;
  const [{ activated }] = useSearchState(pageSearch);
  const query = useQuery({
    ...createOverviewQuery(licenseId ?? 0, activated === 'yes'),
    enabled: licenseId !== undefined,
  });
  if (licenseId === undefined || isProblem(query.error, 'RESULTS_NOT_FOUND'))
    return (
      <NotFoundCard
        title={texts.notFound}
        text={texts.notFoundText}
        actions={<LinkButton to="/">{texts.toHome}</LinkButton>}
      />
    );
  return (
    <div className={styles.page}>
      <PageContent
        key={licenseId}
        overview={query.data}
        isActivated={activated === 'yes'}
        failure={query.data === undefined && query.error !== null && <QueryFailed query={query} title={texts.failed} />}
        renderRenewal={renderRenewal}
      />
    </div>
  );
}

type PageContentProps = LicensePageProps & {
  overview: LicenseOverview | undefined;
  isActivated: boolean;
  failure: Elements;
};

function PageContent({ overview, isActivated, failure, renderRenewal }: PageContentProps) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const isOwn = useUser().userId === overview?.userId;
  const verdict = overview && findVerdict(overview, isOwn, today);
  return (
    <>
      <Head overview={overview} isOwn={isOwn} verdict={verdict} />
      {failure}
      {overview && verdict ? (
        <>
          <YearLine overview={overview} verdict={verdict} today={today} />
          {verdict.effect !== null && <p className={styles.effect}>{verdict.effect}</p>}
          {renderRenewal(overview)}
          {verdict.isUsable ? (
            <UsableLicense overview={overview} isOwn={isOwn} verdict={verdict} isActivated={isActivated} />
          ) : (
            <EndedLicense overview={overview} isOwn={isOwn} />
          )}
          <LicenseFacts overview={overview} isOwn={isOwn} />
        </>
      ) : (
        !failure && <Loading />
      )}
    </>
  );
}

const Loading = () => (
  <>
    <AnnouncedText>{texts.loading}</AnnouncedText>
    <Skeleton height="2rem" />
    <Skeleton height="24rem" />
  </>
);

type HeadProps = { overview: LicenseOverview | undefined; isOwn: boolean; verdict: LicenseVerdict | undefined };

/** The name of the PC with the verdict. The heading is there before the licence is loaded, so that it gets the focus after a navigation. */
function Head({ overview, isOwn, verdict }: HeadProps) {
  const title = overview ? formatMachine(overview.machineName) : texts.title;
  return (
    <Hero
      back={overview && <BackLink overview={overview} isOwn={isOwn} />}
      tone={verdict?.tone ?? 'neutral'}
      icon={verdict && <Sign verdict={verdict} />}
      title={title}
      isName
    >
      {verdict?.timeLeft !== undefined && <strong>{verdict.timeLeft}</strong>}
      {verdict ? <span>{verdict.verdict}</span> : <Skeleton height="1.75rem" />}
      {verdict?.waitsForInstallation === true && <strong>{texts.verdicts.notInstalled}</strong>}
      {overview && verdict?.isUsable && renewsLater(overview) && (
        <span className={styles.renewFrom}>
          {texts.installed.renewFrom(formatDay(overview.renewalOpens.slice(0, 10)))}
        </span>
      )}
    </Hero>
  );
}

/** Whether an installed licence can be renewed, and not yet. */
const renewsLater = (overview: LicenseOverview): overview is LicenseOverview & { renewalOpens: string } =>
  overview.installedAt !== undefined &&
  overview.renewalOpens !== null &&
  overview.grantEndsOn === null &&
  Date.parse(overview.renewalOpens) > Date.now();

function BackLink({ overview, isOwn }: { overview: LicenseOverview; isOwn: boolean }) {
  return isOwn ? (
    <Link to="/pcs">
      <ChevronLeft aria-hidden="true" />
      <span>{texts.backToPcs}</span>
    </Link>
  ) : (
    <Link to={`/users/${overview.userId}`}>
      <ChevronLeft aria-hidden="true" />
      <span>{overview.ownerName}</span>
    </Link>
  );
}

function Sign({ verdict: { tone, waitsForInstallation } }: { verdict: LicenseVerdict }) {
  if (tone === 'ok') return <Check aria-hidden="true" />;
  if (tone === 'danger') return <Ban aria-hidden="true" />;
  if (tone === 'neutral') return <ChevronRight aria-hidden="true" />;
  return waitsForInstallation ? <MonitorDown aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />;
}

type UsableLicenseProps = {
  overview: LicenseOverview;
  isOwn: boolean;
  verdict: LicenseVerdict;
  isActivated: boolean;
};

function UsableLicense({ overview, isOwn, verdict, isActivated }: UsableLicenseProps) {
  const steps = <InstallSteps overview={overview} isOwn={isOwn} isNotInstalled={verdict.waitsForInstallation} />;
  if (!isActivated) return steps;
  const machine = formatMachine(overview.machineName);
  const isFetched = overview.installedAt !== undefined;
  return (
    <>
      <output>
        <Notice tone="ok" title={isFetched ? texts.activated.fetched(machine) : texts.activated.waiting(machine)} />
      </output>
      <Disclosure label={texts.activated.otherwise}>{() => steps}</Disclosure>
    </>
  );
}

/** The reason for staff, and what the user can do now: open the licence that the PC has now, get a new one, or write to support. */
function EndedLicense({ overview, isOwn }: { overview: LicenseOverview; isOwn: boolean }) {
  const { current, ended, status, userId } = overview;
  const machine = formatMachine(overview.machineName);
  return (
    <>
      {ended?.reason !== undefined && ended.reason !== '' && (
        <div className={styles.reason}>
          <Notice tone="info" title={ended.by === undefined ? texts.reasonOnly : texts.reason(ended.by)}>
            <p>{ended.reason}</p>
          </Notice>
        </div>
      )}
      <WayList>
        {current !== null && (
          <Way
            icon={<Monitor aria-hidden="true" />}
            title={texts.ways.current(formatMachine(current.machineName))}
            action={
              <LinkButton to={`/license/${current.licenseId}`} variant="primary">
                {texts.ways.open}
              </LinkButton>
            }
          />
        )}
        {current === null && status !== 'Suspended' && (isOwn || ended?.how !== 'revoked') && (
          <Way
            icon={<FileKey2 aria-hidden="true" />}
            title={isOwn ? texts.ways.newLicense(machine) : texts.ways.newLicenseForStaff}
            text={texts.ways.newLicenseText}
            action={
              <LinkButton
                to="/license/verify"
                search={{ renew: machine, ...(!isOwn && { user: userId }) }}
                variant={ended?.how === 'revoked' ? 'secondary' : 'primary'}
              >
                {texts.ways.getLicense}
              </LinkButton>
            }
          />
        )}
        {isOwn && current === null && ended?.how === 'revoked' && <SupportWay machine={machine} />}
      </WayList>
    </>
  );
}

function SupportWay({ machine }: { machine: string }) {
  const { brand } = useSetup();
  return (
    <Way
      icon={<MessageCircle aria-hidden="true" />}
      title={texts.ways.support}
      text={texts.ways.supportText}
      action={
        <a href={`mailto:${brand.supportEmail}?subject=${encodeURIComponent(texts.ways.mailSubject(machine))}`}>
          {texts.ways.askSupport}
        </a>
      }
    />
  );
}

function LicenseFacts({ overview, isOwn }: { overview: LicenseOverview; isOwn: boolean }) {
  const { toolName, version, configTools, issuedAt, expiryDate, licenseId } = overview;
  return (
    <div className={styles.facts}>
      <Disclosure label={texts.details.title}>
        {() => (
          <>
            <FactRows>
              <FactRow name={texts.details.tool}>
                {[
                  `${toolName} ${version}`,
                  ...(configTools.length > 0 ? [texts.details.addOns(configTools.join(', '))] : []),
                ].join(' ')}
              </FactRow>
              <FactRow name={texts.details.issued}>{formatMoment(issuedAt)}</FactRow>
              <FactRow name={texts.details.expires}>{formatDay(expiryDate)}</FactRow>
              <FactRow name={texts.details.number}>{licenseId}</FactRow>
            </FactRows>
            {!isOwn && (
              <p className={styles.allFacts}>
                <Link to="/licenses" search={{ license: licenseId }}>
                  {texts.allFacts}
                </Link>
              </p>
            )}
          </>
        )}
      </Disclosure>
    </div>
  );
}
