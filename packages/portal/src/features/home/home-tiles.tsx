import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Inbox } from '@basics/contract/home/inbox.ts';
import { countDaysUntil } from '#portal/messages/times.ts';
import { inbox as texts } from '#portal/texts/inbox.ts';
import { renewalStatesQuery } from '#portal/session/renewal-states.queries.ts';
import { useState } from 'react';
import styles from './staff-home.module.css';

const tileTexts = texts.tiles;
const pastWeeks = 4;

/** Three numbers about the work of the user, each a link to the list behind it. */
export function HomeTiles({ inbox }: { inbox: Inbox }) {
  const [now] = useState(Date.now);
  const past = (useQuery(renewalStatesQuery).data?.weeks ?? []).slice(0, pastWeeks);
  const renewed = past.reduce((sum, week) => sum + week.renewed, 0);
  const ended = past.reduce((sum, week) => sum + week.renewed + week.lost, 0);
  const endingSoon = inbox.ending.items.filter(({ expiryDate }) => countDaysUntil(expiryDate, now) <= 7).length;
  return (
    <ul className={styles.tiles} aria-label={tileTexts.title}>
      <Tile
        label={tileTexts.ending}
        count={formatCount(inbox.ending.total, inbox.ending.totalIsMinimum)}
        detail={tileTexts.endingSoon(endingSoon)}
        to="/licenses/renewals"
      />
      <Tile
        label={tileTexts.renewed}
        count={String(renewed)}
        detail={tileTexts.renewedOf(ended)}
        to="/licenses/renewals"
      />
      <Tile
        label={tileTexts.neverActivated}
        count={formatCount(inbox.neverActivated.total, inbox.neverActivated.totalIsMinimum)}
        detail={tileTexts.accounts}
        to="/users"
        search={{ status: 'approved', sort: { field: 'createdAt', direction: 'desc' } }}
      />
    </ul>
  );
}

type TileProps = { label: string; count: string; detail: string; to: string; search?: Record<string, unknown> };

const Tile = ({ label, count, detail, to, search = {} }: TileProps) => (
  <li>
    <Link to={to} search={search} className={styles.tile ?? ''}>
      <span className={styles.label}>{label}</span> <strong>{count}</strong>{' '}
      <span className={styles.detail}>{detail}</span>
    </Link>
  </li>
);

const formatCount = (total: number, isMinimum?: boolean): string => (isMinimum ? texts.atLeast(total) : String(total));
