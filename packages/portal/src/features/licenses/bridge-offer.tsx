import { CalendarClock } from 'lucide-react';
import type { LicensePreview } from '@basics/contract/licenses.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { formatDay } from '#portal/messages/times.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';

type BridgeOfferProps = { bridge: LicensePreview['bridge']; busy: boolean; onIssue: () => void };

/** Offers a short licence of a few days ("bridge licence") when the regular licence is refused. */
export const BridgeOffer = ({ bridge, busy, onIssue }: BridgeOfferProps) =>
  bridge && (
    <Notice
      tone="info"
      title={texts.bridge.title}
      actions={
        <Button icon={<CalendarClock aria-hidden="true" />} busy={busy} onClick={onIssue}>
          {texts.bridge.issue(formatDay(bridge.expiryDate))}
        </Button>
      }
    >
      <p>{texts.bridge.text}</p>
    </Notice>
  );
