import type { OwnSession } from '@basics/contract/session.ts';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { ownSessions as texts } from '#portal/texts/own-sessions.ts';
import { formatAgo, formatMoment } from '#portal/messages/times.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { ItemRow } from '#portal/ui/lists/item-row.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';

type SessionRowProps = { session: OwnSession; now: number; busy: boolean; onEnd: () => void };

export function SessionRow({ session, now, busy, onEnd }: SessionRowProps) {
  const { device, address, signedInAt, lastSeenAt, current } = session;
  const secondsAgo = Math.floor((now - Date.parse(lastSeenAt)) / 1000);
  const facts = [address, texts.signedIn(formatMoment(signedInAt)), texts.active(formatAgo(secondsAgo))];
  return (
    <ItemRow
      icon={MonitorSmartphone}
      title={
        <>
          <span>{device}</span> {current && <StatusBadge tone="ok">{texts.current}</StatusBadge>}
        </>
      }
      facts={facts}
      {...(!current && {
        actions: (
          <Button variant="quiet" busy={busy} icon={<LogOut aria-hidden="true" />} onClick={onEnd}>
            {texts.end} <VisuallyHidden>{device}</VisuallyHidden>
          </Button>
        ),
      })}
    />
  );
}
