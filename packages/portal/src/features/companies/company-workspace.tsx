import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { CompanySeats } from '@basics/contract/companies/companies.ts';
import { countDaysUntil, formatDayFromNow, formatShortDate } from '#portal/messages/times.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { useSetup } from '#portal/brand/brand.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { companies } from '#portal/texts/companies.ts';
import { joinClasses, type Elements } from '#portal/ui/layout/layout.tsx';
import { SideColumn } from '#portal/ui/layout/side-column.tsx';
import { areSeatsTaken, countSeats, createPcsQuery, createSeatsQuery } from './companies.queries.ts';
import { PcsCard } from './pcs/company-pcs.tsx';
import type { RenderRelease } from './pcs/pc-actions.tsx';
import { Pips } from './pips.tsx';
import styles from './company.module.css';

const loadLateParts = () => import('./late-parts.ts');
const SeatsCard = createLazyPart(async () => (await loadLateParts()).SeatsCard, { isLate: true });
const PeopleCard = createLazyPart(async () => (await loadLateParts()).PeopleCard, { isLate: true });

const texts = companies.facts;
const soonDays = 30;

type CompanyFactsProps = { companyId: number; people: number; managers: number };

type CompanyWorkspaceProps = CompanyFactsProps & {
  children: Elements;
  renderRelease: RenderRelease;
  /** What staff see below the PCs. */
  below?: Elements;
};

/** What staff and managers see of a company: its facts, PCs, seats and people. The children are below the people. */
export const CompanyWorkspace = ({ children, renderRelease, below, ...facts }: CompanyWorkspaceProps) => (
  <>
    <CompanyFacts {...facts} />
    <div className={styles.columns}>
      <div className={styles.column}>
        <PcsCard companyId={facts.companyId} renderRelease={renderRelease} />
      </div>
      <SideColumn
        side={
          <div className={joinClasses(styles.column, styles.side)}>
            <OptionalPart>
              <SeatsCard companyId={facts.companyId} />
              <PeopleCard companyId={facts.companyId} />
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

/** The company at a glance: the seats, the licence that expires next, the people, and how long the seats are valid. */
function CompanyFacts({ companyId, people, managers }: CompanyFactsProps) {
  const [now] = useState(Date.now);
  const seats = useQuery(createSeatsQuery(companyId)).data ?? [];
  const [nextPc] = useQuery(createPcsQuery(companyId, { state: 'inUse', keyword: '', pageSize: 1 })).data?.items ?? [];
  const day = nextPc?.license?.expiryDate;
  return (
    <dl className={styles.facts} aria-label={texts.label}>
      <SeatsFact seats={seats} />
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
      <Fact name={texts.people} second={texts.managers(managers)}>
        <span className={styles.value}>{people}</span>
      </Fact>
      <Fact name={texts.until}>
        <span className={styles.value}>{formatEnd(seats)}</span>
      </Fact>
    </dl>
  );
}

/** The seats of all tools together. Without a number of seats, only the PCs in use are shown. A manager without a free seat can ask for more. */
function SeatsFact({ seats }: { seats: readonly CompanySeats[] }) {
  const { company } = useUser();
  const { brand } = useSetup();
  const { used, allowed } = countSeats(seats);
  const isTaken = areSeatsTaken(seats);
  return (
    <Fact name={texts.seats}>
      <span className={joinClasses(styles.value, isTaken && styles.soon)}>
        {allowed === null ? used : texts.ofSeats(used, allowed)}
      </span>
      {allowed !== null && <Pips used={used} allowed={allowed} />}
      {isTaken && company?.role === 'manager' && (
        <a href={`mailto:${brand.supportEmail}?subject=${encodeURIComponent(texts.moreSeatsFor(company.name))}`}>
          {texts.moreSeats}
        </a>
      )}
    </Fact>
  );
}

/** Returns the day on which the first seats end. */
function formatEnd(seats: readonly CompanySeats[]): string {
  const days = seats.flatMap(({ validTo, state }) => (validTo !== null && state === 'valid' ? [validTo] : []));
  const [firstDay] = days.toSorted();
  return firstDay === undefined ? texts.always : formatShortDate(firstDay);
}

const Fact = ({ name, second = '', children }: { name: string; second?: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
    {second !== '' && <dd className={styles.second}>{second}</dd>}
  </div>
);
