import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CompanySeats } from '@basics/contract/companies/companies.ts';
import { formatTool } from '#portal/messages/names.ts';
import { countDaysUntil, formatDayFromNow, formatShortDate } from '#portal/messages/times.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { useSetup } from '#portal/brand/brand.tsx';
import { Allowed, useUser } from '#portal/session/session-context.tsx';
import { companies } from '#portal/texts/companies.ts';
import { joinClasses, VisuallyHidden, type Elements } from '#portal/ui/layout/layout.tsx';
import { SideColumn } from '#portal/ui/layout/side-column.tsx';
import { DialogButton } from '#portal/ui/overlays/dialog.tsx';
import { areSeatsTaken, countSeats, createPcsQuery, createSeatsQuery, findOnlySeats } from './companies.queries.ts';
import { PcsCard } from './pcs/company-pcs.tsx';
import type { RenderRelease } from './pcs/pc-actions.tsx';
import { SeatBar } from './seat-bar.tsx';
import styles from './company.module.css';

const loadLateParts = () => import('./late-parts.ts');
const SeatsCard = createLazyPart(async () => (await loadLateParts()).SeatsCard, { isLate: true });
const SeatsDialog = createLazyPart(async () => (await loadLateParts()).SeatsDialog, { isLate: true });
const PeopleCard = createLazyPart(async () => (await loadLateParts()).PeopleCard, { isLate: true });

const texts = companies.facts;
const soonDays = 30;

type CompanyWorkspaceProps = {
  companyId: number;
  children: Elements;
  renderRelease: RenderRelease;
  /** What staff write about the company, above the PCs. */
  note?: Elements;
  /** What staff see below the PCs. */
  below?: Elements;
};

/** What staff and managers see of a company: its facts, PCs, seats and people. The children are below the people. */
export const CompanyWorkspace = ({ companyId, children, renderRelease, note, below }: CompanyWorkspaceProps) => (
  <>
    <CompanyFacts companyId={companyId} />
    <div className={styles.columns}>
      <div className={styles.column}>
        {note}
        <PcsCard companyId={companyId} renderRelease={renderRelease} />
      </div>
      <SideColumn
        side={
          <div className={joinClasses(styles.column, styles.side)}>
            <OptionalPart>
              <OtherSeats companyId={companyId} />
              <PeopleCard companyId={companyId} />
            </OptionalPart>
            {children}
          </div>
        }
      >
        {below && <div className={styles.column}>{below}</div>}
      </SideColumn>
    </div>
  </>
);

/** The section of the seats, for a company that has none, or seats of several tools. */
function OtherSeats({ companyId }: { companyId: number }) {
  const { data, isPending } = useQuery(createSeatsQuery(companyId));
  return isPending || (data && findOnlySeats(data)) ? null : <SeatsCard companyId={companyId} />;
}

/** The company at a glance: the seats, the licence that expires next, and how long the seats are valid. */
function CompanyFacts({ companyId }: { companyId: number }) {
  const [now] = useState(Date.now);
  const seats = useQuery(createSeatsQuery(companyId)).data ?? [];
  const [nextPc] = useQuery(createPcsQuery(companyId, { state: 'inUse', keyword: '', pageSize: 1 })).data?.items ?? [];
  const day = nextPc?.license?.expiryDate;
  const firstEnd = findFirstEnd(seats);
  return (
    <dl className={styles.facts} aria-label={texts.label}>
      <SeatsFact companyId={companyId} seats={seats} />
      <Fact name={texts.next} second={day === undefined ? '' : `${nextPc?.name ?? ''}, ${formatDayFromNow(day, now)}`}>
        <span
          className={joinClasses(
            styles.value,
            day !== undefined && countDaysUntil(day, now) <= soonDays && styles.soon,
          )}
        >
          {day === undefined ? companies.none : formatShortDate(day)}
        </span>
      </Fact>
      {firstEnd !== undefined && (
        <Fact name={texts.until}>
          <span className={styles.value}>{formatShortDate(firstEnd)}</span>
        </Fact>
      )}
    </dl>
  );
}

type SeatsFactProps = { companyId: number; seats: readonly CompanySeats[] };

/**
 * The seats of all tools together. Without a number of seats, only the PCs in use are shown. Staff change the seats of the only tool here; a
 * manager without a free seat can ask for more.
 */
function SeatsFact({ companyId, seats }: SeatsFactProps) {
  const { company } = useUser();
  const { brand } = useSetup();
  const { used, allowed } = countSeats(seats);
  const isTaken = areSeatsTaken(seats);
  const only = findOnlySeats(seats);
  return (
    <Fact name={texts.seats} second={only ? describeOnly(only) : ''}>
      <span className={styles.act}>
        <span className={joinClasses(styles.value, isTaken && styles.soon)}>
          {allowed === null ? used : texts.ofSeats(used, allowed)}
        </span>
        {only && (
          <Allowed any={['users.edit']}>
            <DialogButton
              size="small"
              label={
                <>
                  <span>{texts.change}</span> <VisuallyHidden>{companies.seats.title}</VisuallyHidden>
                </>
              }
            >
              {(closeDialog) => (
                <OptionalPart>
                  <SeatsDialog companyId={companyId} seats={only} onClose={closeDialog} />
                </OptionalPart>
              )}
            </DialogButton>
          </Allowed>
        )}
      </span>
      {allowed !== null && !isTaken && <SeatBar used={used} allowed={allowed} />}
      {isTaken && company?.role === 'manager' && (
        <a href={`mailto:${brand.supportEmail}?subject=${encodeURIComponent(texts.moreSeatsFor(company.name))}`}>
          {texts.moreSeats}
        </a>
      )}
    </Fact>
  );
}

/** Says for which tool the seats are, and how many PC changes are left. */
const describeOnly = ({ toolName, brandName, movesUsed, movesAllowed }: CompanySeats): string =>
  [
    formatTool(toolName, brandName),
    ...(movesAllowed === null || movesUsed === 0
      ? []
      : [companies.seats.changesLeft(movesAllowed - movesUsed, movesAllowed)]),
  ].join(' · ');

/** Finds the day on which the first seats end. */
function findFirstEnd(seats: readonly CompanySeats[]): string | undefined {
  const days = seats.flatMap(({ validTo, state }) => (validTo !== null && state === 'valid' ? [validTo] : []));
  return days.toSorted()[0];
}

const Fact = ({ name, second = '', children }: { name: string; second?: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
    {second !== '' && <dd className={styles.second}>{second}</dd>}
  </div>
);
