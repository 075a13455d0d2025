import { useState } from 'react';
import type { LicensePreview } from '@basics/contract/licenses/licenses.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import type { ToolGrant } from '@basics/contract/tools/tools.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { formatAgo, formatDayFromNow, formatDay, formatDuration, formatMoment } from '#portal/messages/times.ts';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { formatMachineOfCode, formatVersion } from '../license-format.tsx';
import { describeMachine } from './describe-machine.ts';
import { useLicenseOwner } from '../license-owner.tsx';
import styles from '../verify-license.module.css';

type CodeFactsProps = {
  code: VerificationCode;
  toolName: string;
  brandName: string | null;
  /** The add-ons of the licence. */
  addOns: ToolGrant['addOns'];
  /** What the server says about the code. Until the reply arrives, only the contents of the code are shown. */
  preview: LicensePreview | undefined;
  /** Whether the request to the server is pending. */
  isChecking: boolean;
  /** Whether to show when the code was created. A PC that waits creates its code when it sends its request. */
  showsCreation?: boolean;
};

const secondsPerDay = 86_400;
/** A PC clock that is ahead by at most this number of seconds is not reported. */
const clockToleranceSeconds = 60;

/** Shows the contents of the code at once, and the result of the check when it is loaded. */
export function CodeFacts({
  code,
  toolName,
  brandName,
  addOns,
  preview,
  isChecking,
  showsCreation = true,
}: CodeFactsProps) {
  const [now] = useState(Date.now);
  const ageSeconds = preview ? -preview.clockSkewSeconds : Math.floor(now / 1000) - code.claims.createdAt;
  const showsClock = isClockAhead(ageSeconds) && preview?.problem?.code !== 'CLOCK_AHEAD';
  return (
    <FactRows>
      <FactRow name={texts.codeCheck.pc}>
        <strong translate="no">{formatMachineOfCode(code)}</strong>
        {preview?.offer && <MachineRelation preview={preview} offer={preview.offer} />}
        {isChecking && !preview && <Skeleton width="16rem" />}
        {listPcNotes(code, preview).map((pcNote) => (
          <p key={pcNote} className={styles.warn}>
            {pcNote}
          </p>
        ))}
      </FactRow>
      <FactRow name={texts.codeCheck.tool}>{`${toolName} ${formatVersion(code)}`}</FactRow>
      {showsCreation && (
        <FactRow name={texts.codeCheck.made}>
          <span>{formatCreation(code.claims.createdAt, ageSeconds)}</span>
          {isOldButAccepted(ageSeconds) && (
            <p className={styles.warn}>{texts.codeCheck.ageing(formatDuration(ageSeconds))}</p>
          )}
        </FactRow>
      )}
      {showsClock && (
        <FactRow name={texts.codeCheck.clock}>{texts.codeCheck.clockAhead(formatDuration(-ageSeconds))}</FactRow>
      )}
      {brandName !== null && <FactRow name={texts.codeCheck.brand}>{brandName}</FactRow>}
      {addOns.length > 0 && (
        <FactRow name={texts.codeCheck.addOns}>{addOns.map(({ name }) => name).join(', ')}</FactRow>
      )}
      {isChecking && !preview && <OfferSkeleton />}
      {preview?.offer && <LicenceOffer preview={preview} offer={preview.offer} now={now} />}
    </FactRows>
  );
}

/** Lists unusual properties of the PC. The listed properties do not prevent a licence. */
function listPcNotes({ claims }: VerificationCode, preview: LicensePreview | undefined): string[] {
  const { virtual, standIn, copyOf } = texts.codeCheck.pcNotes;
  const originalPc = preview?.machine.copyOf;
  return [
    ...(claims.isVirtual === true ? [virtual] : []),
    ...(claims.isStandIn === true ? [standIn] : []),
    ...(originalPc === undefined ? [] : [copyOf(originalPc)]),
  ];
}

type OfferProps = { preview: LicensePreview; offer: NonNullable<LicensePreview['offer']> };

/** Shows whether this PC is new to the account, known, changed, or replaces another PC, and which licence it has now. */
function MachineRelation({ preview, offer }: OfferProps) {
  const { isOtherUser } = useLicenseOwner();
  const sentences = describeMachine(preview, offer, isOtherUser);
  const { relation, license } = preview.machine;
  return (
    <>
      {' '}
      <StatusBadge tone="neutral">
        {license === 'removed' && relation === 'new' ? texts.codeCheck.removedPc : texts.codeCheck.relations[relation]}
      </StatusBadge>
      <p className={styles.remark}>{sentences.join(' ')}</p>
    </>
  );
}

function LicenceOffer({ preview, offer, now }: OfferProps & { now: number }) {
  const { expiryDate, seatsUsed, seatsAllowed, movesUsed, movesAllowed } = offer;
  const isGranted = preview.problem === undefined;
  const seats = isGranted && offer.takesSeat ? texts.codeCheck.seatsBeforeThisPc : texts.codeCheck.seatsUsed;
  return (
    <>
      {isGranted && (
        <FactRow name={texts.codeCheck.validUntil}>
          <strong>{formatDay(expiryDate)}</strong> <span>{`(${formatDayFromNow(expiryDate, now)})`}</span>
        </FactRow>
      )}
      <FactRow name={texts.codeCheck.seats}>{seats(seatsUsed, seatsAllowed)}</FactRow>
      <FactRow name={texts.codeCheck.moves}>{texts.codeCheck.movesUsed(movesUsed, movesAllowed)}</FactRow>
    </>
  );
}

const OfferSkeleton = () => (
  <>
    <FactRow name={texts.codeCheck.validUntil}>
      <Skeleton width="13rem" height="1.5em" />
    </FactRow>
    <FactRow name={texts.codeCheck.seats}>
      <Skeleton width="9rem" height="1.5em" />
    </FactRow>
    <FactRow name={texts.codeCheck.moves}>
      <Skeleton width="11rem" height="1.5em" />
    </FactRow>
  </>
);

const isClockAhead = (ageSeconds: number): boolean => ageSeconds < -clockToleranceSeconds;

/** Formats when the code was created. If the clock of the PC is ahead, the age would be wrong and is omitted. */
function formatCreation(createdAt: number, ageSeconds: number): string {
  const creationTime = formatMoment(new Date(createdAt * 1000).toISOString());
  return isClockAhead(ageSeconds)
    ? texts.codeCheck.madeAt(creationTime)
    : texts.codeCheck.madeAgo(formatAgo(ageSeconds), creationTime);
}

/** Returns whether a code of this age gets a warning but is still accepted. */
const isOldButAccepted = (seconds: number): boolean =>
  seconds >= limits.licence.codeWarnedDays * secondsPerDay &&
  seconds <= limits.licence.codeAcceptedDays * secondsPerDay;
