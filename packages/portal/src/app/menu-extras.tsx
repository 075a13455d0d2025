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
export function MenuIcon({ name }: { name: string }) {
  const Icon = icons[name];
  return Icon && <Icon aria-hidden="true" />;
}

/**
 * How many requests, help requests or failed e-mails wait, once the home page has loaded it: the menu alone asks the server nothing. From
 * then on a decision refreshes it.
 */
export function WaitingCount({ path }: { path: string }) {
  const isKnown = useQueryClient().getQueryData(inboxQuery.queryKey) !== undefined;
  const { data } = useQuery({ ...inboxQuery, enabled: isKnown, staleTime: Infinity, refetchOnWindowFocus: false });
  const kind = kinds[path];
  const waiting = kind && data?.[kind];
  if (!waiting?.total) return null;
  return (
    <span className={styles.count}>
      {waiting.total}
      {waiting.totalIsMinimum && '+'} <VisuallyHidden>{texts.waiting}</VisuallyHidden>
    </span>
  );
}

/** What the count of a menu entry counts. */
const kinds: Readonly<Record<string, 'requests' | 'questions' | 'failedMails'>> = {
  '/requests': 'requests',
  '/help-requests': 'questions',
  '/admin/mail': 'failedMails',
};
