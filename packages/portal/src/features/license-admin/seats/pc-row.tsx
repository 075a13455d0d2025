import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { limits } from '@basics/contract/calls/limits.ts';
import type { Machine } from '@basics/contract/license-admin/license-admin.ts';
import { countDaysUntil, formatDayFromNow, formatShortDate } from '#portal/messages/times.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { VisuallyHidden, type Elements } from '#portal/ui/layout/layout.tsx';
import { TimeRow } from '#portal/ui/lists/time-row.tsx';
import { findWaitingLicense, formatMachine } from '../license-format.tsx';
import { findTimeTone } from '#portal/ui/content/time-signs.tsx';
import { RenewMachine } from '../renew/renew-license.tsx';
import { canRenew } from '../renew/use-renewal.ts';

type PcRowProps = {
  userId: number;
  machine: Machine;
  /** The tool, the version and what else is known about the PC. */
  about: string;
  now: number;
  hasAction?: boolean;
  menu?: Elements;
};

/** A PC as a row, which opens the page of its licence: the time that is left as a ring, at most one action, and a menu. */
export function PcRow({ userId, machine, about, now, hasAction = true, menu }: PcRowProps) {
  const { name, license } = machine;
  const daysLeft = license === null ? null : countDaysUntil(license.expiryDate, now);
  const isWaiting = findWaitingLicense(machine) !== null;
  return (
    <TimeRow
      daysLeft={daysLeft}
      tone={daysLeft === null ? 'past' : findTimeTone(daysLeft)}
      isWaiting={isWaiting}
      title={
        license === null ? (
          <strong translate="no">{formatMachine(name)}</strong>
        ) : (
          <Link to={`/license/${license.licenseId}`} translate="no">
            {formatMachine(name)}
          </Link>
        )
      }
      second={about}
      time={isWaiting ? texts.machines.notInstalled : describeTime(machine, daysLeft, now)}
      day={license === null ? '' : texts.ownPcs.until(formatShortDate(license.expiryDate))}
      action={hasAction ? <RowAction userId={userId} machine={machine} now={now} /> : <OpensPage />}
      {...(menu && { menu })}
    />
  );
}

/** Says that the row opens a page, where it has no button. */
const OpensPage = () => <ChevronRight aria-hidden="true" />;

function describeTime({ license, releasedAt }: Machine, daysLeft: number | null, now: number): string {
  if (license === null || daysLeft === null)
    return releasedAt === null
      ? texts.machines.unlicensed
      : texts.machines.givenUp(formatShortDate(releasedAt.slice(0, 10)));
  return daysLeft < 0 ? texts.ownPcs.ended(formatDayFromNow(license.expiryDate, now)) : texts.ownPcs.daysLeft(daysLeft);
}

type RowActionProps = { userId: number; machine: Machine; now: number };

/**
 * The action of a row, or an arrow if there is none: get a first or a new licence, install it, renew it, or more time if the tool ends with the licence. The customer
 * asks for this time, and staff give it.
 */
function RowAction({ userId, machine, now }: RowActionProps): Elements {
  const { license, holdsSeat, grantEndsOn } = machine;
  const isOwn = useUser().userId === userId;
  const ofPc = <VisuallyHidden>{texts.release.ofPc(formatMachine(machine.name))}</VisuallyHidden>;
  if (license === null ? isOwn && machine.releasedAt === null : findWaitingLicense(machine))
    return (
      <LinkButton to={`/license/${license?.licenseId ?? 'verify'}`} size="small">
        <span>{license ? texts.ownPcs.install : texts.ownPcs.getLicense}</span> {ofPc}
      </LinkButton>
    );
  if (license === null) return <span />;
  if (canRenew(machine, now)) return <RenewMachine userId={userId} machine={machine} now={now} />;
  if (holdsSeat && grantEndsOn !== null && countDaysUntil(license.expiryDate, now) <= limits.licence.renewalOpensDays)
    return <MoreTime userId={userId} ofPc={ofPc} />;
  return <OpensPage />;
}

/** The link to get more time: customers ask for it, and staff give it. */
function MoreTime({ userId, ofPc }: { userId: number; ofPc: Elements }) {
  const user = useUser();
  const isOwn = userId === user.userId;
  if (!isOwn && !user.permissions.includes('users.edit')) return <OpensPage />;
  return (
    <LinkButton to={isOwn ? '/account' : `/users/${userId}/edit`} size="small">
      <span>{isOwn ? texts.ownPcs.askForTime : texts.machines.giveTime}</span> {ofPc}
    </LinkButton>
  );
}
