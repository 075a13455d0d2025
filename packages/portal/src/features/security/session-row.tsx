import type { OwnSession } from '@basics/contract/session.ts';
import { LogOut, MonitorCheck, MonitorSmartphone } from 'lucide-react';
import { security as texts } from '#portal/messages/en/security.ts';
import { agoWords, momentWords } from '#portal/messages/times.ts';
import { Button } from '#portal/ui/button.tsx';
import { StatusBadge } from '#portal/ui/status-badge.tsx';
import { VisuallyHidden } from '#portal/ui/visually-hidden.tsx';
import styles from './security.module.css';

type SessionRowProps = { session: OwnSession; now: number; busy: boolean; onEnd: () => void };

export function SessionRow({ session, now, busy, onEnd }: SessionRowProps) {
  const { device, address, signedInAt, lastSeenAt, current } = session;
  const secondsAgo = Math.floor((now - Date.parse(lastSeenAt)) / 1000);
  return (
    <li className={styles.row}>
      <MonitorSmartphone aria-hidden="true" className={styles.icon} />
      <div className={styles.facts}>
        <p className={styles.name}>
          {device}{' '}
          {current && (
            <StatusBadge tone="ok" icon={MonitorCheck}>
              {texts.sessions.current}
            </StatusBadge>
          )}
        </p>
        <p className={styles.small}>
          {[
            address,
            texts.sessions.signedIn(momentWords(signedInAt)),
            texts.sessions.active(agoWords(secondsAgo)),
          ].join(' · ')}
        </p>
      </div>
      {!current && (
        <div className={styles.rowActions}>
          <Button variant="quiet" busy={busy} icon={<LogOut aria-hidden="true" />} onClick={onEnd}>
            {texts.sessions.end}
            <VisuallyHidden>{texts.sessions.endOf(device)}</VisuallyHidden>
          </Button>
        </div>
      )}
    </li>
  );
}
