import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  Activity,
  Building2,
  ExternalLink,
  FileKey2,
  FileUp,
  History,
  Inbox,
  KeyRound,
  LifeBuoy,
  Mails,
  Megaphone,
  Palette,
  Scale,
  Users,
  UserRound,
  MapPinned,
  Wrench,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { inboxQuery } from '#portal/features/home/staff-inbox.queries.ts';
import { header as texts } from '#portal/texts/header.ts';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import styles from './menu.module.css';

const icons: Readonly<Record<string, LucideIcon>> = {
  '/license/verify': KeyRound,
  '/account': UserRound,
  '/users': Users,
  '/licenses': FileKey2,
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
  '/admin/audit': History,
  '/status': Activity,
  external: ExternalLink,
};

/** The icon of a menu entry, by its path. */
export function MenuIcon({ path }: { path: string }) {
  const Icon = icons[path];
  return Icon && <Icon aria-hidden="true" />;
}

/**
 * The number of waiting requests, help requests or failed e-mails next to a menu entry. It is shown after the home page has loaded the inbox,
 * because the menu itself makes no call. Each later decision refreshes it.
 */
export function WaitingCount({ path }: { path: string }) {
  const isInboxLoaded = useQueryClient().getQueryData(inboxQuery.queryKey) !== undefined;
  const { data } = useQuery({
    ...inboxQuery,
    enabled: isInboxLoaded,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const inboxSection = inboxSections[path];
  const waitingRows = inboxSection && data?.[inboxSection];
  if (!waitingRows?.total) return null;
  return (
    <span className={styles.count}>
      {waitingRows.total}
      {waitingRows.totalIsMinimum && '+'} <VisuallyHidden>{texts.waiting}</VisuallyHidden>
    </span>
  );
}

/** The section of the inbox that is counted for a menu entry, by the path of the entry. */
const inboxSections: Readonly<Record<string, 'requests' | 'questions' | 'failedMails'>> = {
  '/requests': 'requests',
  '/help-requests': 'questions',
  '/admin/mail': 'failedMails',
};
