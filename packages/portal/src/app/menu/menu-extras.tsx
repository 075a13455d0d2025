import { useQuery } from '@tanstack/react-query';
import {
  Activity,
  ArrowLeft,
  Building2,
  CalendarClock,
  ChartBarBig,
  ExternalLink,
  FileKey2,
  FileUp,
  History,
  House,
  Inbox,
  Monitor,
  LifeBuoy,
  Mails,
  Megaphone,
  Palette,
  Plug,
  Scale,
  Settings,
  Table2,
  Users,
  UserRound,
  MapPinned,
  Wrench,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import { countsQuery } from '#portal/features/home/staff-inbox.queries.ts';
import { header as texts } from '#portal/texts/header.ts';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import styles from './menu.module.css';

const icons: Readonly<Record<string, LucideIcon>> = {
  '/': House,
  '/pcs': Monitor,
  '/account': UserRound,
  '/users': Users,
  '/companies': Building2,
  '/company': Building2,
  '/licenses': FileKey2,
  '/licenses/renewals': CalendarClock,
  '/licenses/versions': ChartBarBig,
  '/requests': Inbox,
  '/help-requests': LifeBuoy,
  '/country-salesman': MapPinned,
  '/admin/release-notes': Megaphone,
  '/admin/policies': Scale,
  '/admin/tools': Wrench,
  '/admin/brands': Palette,
  '/admin/crm': Building2,
  '/admin/import': FileUp,
  '/admin/mail': Mails,
  '/admin/integrations': Plug,
  '/admin/audit': History,
  '/status': Activity,
  '/settings': Settings,
  back: ArrowLeft,
  external: ExternalLink,
};

/** The icon of the menu entry with this path. A list without an icon of its own has the icon of a table. */
export function MenuIcon({ path }: { path: string }) {
  const Icon = icons[path] ?? Table2;
  return <Icon aria-hidden="true" />;
}

/**
 * The number of waiting requests, help requests or failed e-mails next to a menu entry, with a dot if the oldest waits too long. The number is loaded after the
 * page, and again after each decision about a request.
 */
export function WaitingCount({ path }: { path: string }) {
  const counts = useQuery({ ...countsQuery, enabled: false }).data;
  const inboxSection = inboxSections[path];
  const waitingRows = inboxSection && counts?.[inboxSection];
  if (!waitingRows?.total) return null;
  return (
    <span className={styles.count}>
      {waitingRows.isLate && <i className={styles.late} title={texts.late(limits.inbox.lateDays)} aria-hidden="true" />}
      <span>{`${waitingRows.total}${waitingRows.totalIsMinimum ? '+' : ''}`}</span>{' '}
      <VisuallyHidden>{waitingRows.isLate ? texts.waitingLate : texts.waiting}</VisuallyHidden>
    </span>
  );
}

/** The section of the inbox that is counted for a menu entry, by the path of the entry. */
const inboxSections: Readonly<Record<string, 'requests' | 'questions' | 'failedMails'>> = {
  '/requests': 'requests',
  '/help-requests': 'questions',
  '/admin/mail': 'failedMails',
  '/settings': 'failedMails',
};

/**
 * Loads the counts while the window is visible, and passes the prefix of the window title: the number of lost PCs in use, help requests,
 * requests and failed e-mails. Licences that expire soon, and countries without a salesman, are not urgent and not counted.
 */
export function WaitingCounts({ onPrefix }: { onPrefix: (prefix: string) => void }) {
  const counts = Object.values(useQuery(countsQuery).data ?? {});
  const total = counts.reduce((sum, count) => sum + count.total, 0);
  const isMinimum = counts.some(({ totalIsMinimum }) => totalIsMinimum);
  const prefix = total === 0 ? '' : `${texts.titlePrefix(isMinimum ? `${total}+` : String(total))} `;
  useEffect(() => onPrefix(prefix), [onPrefix, prefix]);
  return null;
}
