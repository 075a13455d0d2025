import { CalendarSync } from 'lucide-react';
import type { Machine } from '@basics/contract/license-admin.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import { formatMachine } from './license-words.ts';

/** Whether a new code would extend the licence of a PC, or get it a new one. `now` in milliseconds. */
export const canRenew = ({ license, renewalOpens }: Machine, now: number): boolean =>
  license !== null && (renewalOpens === null || Date.parse(renewalOpens) <= now);

/** Links to the page for renewals, which explains how to create the code. */
export function RenewLicense({ userId, machineName }: { userId: number; machineName: string }) {
  const isOwn = useUser().userId === userId;
  const search = { renew: formatMachine(machineName), ...(!isOwn && { user: userId }) };
  return (
    <LinkButton to="/license/verify" search={search} icon={<CalendarSync aria-hidden="true" />}>
      {texts.machines.renew}
      <VisuallyHidden> {texts.machines.renewPc(formatMachine(machineName))}</VisuallyHidden>
    </LinkButton>
  );
}
