import { useState, useId } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import type { ToolGrant } from '@basics/contract/tools/tools.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { licenses as texts, licenses } from '#portal/texts/licenses.ts';
import { formatAgo, formatDayFromNow, formatDay, formatDuration, formatMoment } from '#portal/messages/times.ts';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { formatMachineOfCode, formatVersion } from '../license-format.tsx';
import { useCustomerName, useLicenseOwner } from '../issue-steps.tsx';
import styles from '../verify-license.module.css';
import { BadgeCheck } from 'lucide-react';
import { overridableRefusals, type LicensePreview } from '@basics/contract/licenses/licenses.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Form } from '#portal/ui/forms/form.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';

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
  /** Whether the facts are open from the start, as with a warning. */
  startsOpen?: boolean;
};

const secondsPerDay = 86_400;
/** A PC clock that is ahead by at most this number of seconds is not reported. */
const clockToleranceSeconds = 60;

/** The contents of the code and the result of the check, folded unless there is a warning. */
export function CodeFacts({
  code,
  toolName,
  brandName,
  addOns,
  preview,
  isChecking,
  showsCreation = true,
  startsOpen = false,
}: CodeFactsProps) {
  const [now] = useState(Date.now);
  const ageSeconds = preview ? -preview.clockSkewSeconds : Math.floor(now / 1000) - code.claims.createdAt;
  const showsClock = isClockAhead(ageSeconds) && preview?.problem?.code !== 'CLOCK_AHEAD';
  const pcNotes = listPcNotes(code, preview);
  const hasWarning = pcNotes.length > 0 || showsClock || (showsCreation && isOldButAccepted(ageSeconds));
  const rows = () => (
    <FactRows>
      <FactRow name={texts.codeCheck.pc}>
        <strong translate="no">{formatMachineOfCode(code)}</strong>
        {preview?.offer && <MachineRelation preview={preview} offer={preview.offer} />}
        {isChecking && !preview && <Skeleton width="16rem" />}
        {pcNotes.map((pcNote) => (
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
  return (
    <Disclosure key={String(hasWarning)} label={texts.codeCheck.details} startsOpen={hasWarning || startsOpen}>
      {rows}
    </Disclosure>
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
  const sentences = describeMachine(preview, offer, useCustomerName());
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
      <FactRow name={texts.codeCheck.moves}>{texts.codeCheck.movesLeft(movesUsed, movesAllowed)}</FactRow>
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

const codeTexts = licenses.codeCheck;

/**
 * Returns the sentences about the PC of a code: which licence it has now and, only if the code gets a licence, what the new licence changes.
 * `customer`: the name of the customer for staff who read about their PC, or null if it is not loaded yet.
 */
export function describeMachine(
  { machine, problem }: Pick<LicensePreview, 'machine' | 'problem'>,
  { takesSeat }: Pick<NonNullable<LicensePreview['offer']>, 'takesSeat'>,
  customer?: string | null,
): string[] {
  const { relation, license, replaces } = machine;
  const isGranted = problem === undefined;
  const { owner, staff } = codeTexts.licenseOfPc;
  const licenseTexts = customer === undefined ? owner : staff(customer ?? codeTexts.theCustomer);
  return [
    ...(license === undefined ? [] : [licenseTexts[license]]),
    ...(relation === 'changed' ? [codeTexts.partsChanged] : []),
    ...(relation === 'changed' && isGranted && !takesSeat ? [codeTexts.sameSeat] : []),
    ...(isGranted && license === 'active' ? [codeTexts.replacesOwn] : []),
    ...(replaces === undefined
      ? []
      : [(isGranted ? codeTexts.replaces : codeTexts.wouldReplace)(replaces || codeTexts.unnamed)]),
  ];
}

type OverrideLimitsProps = {
  /** The refused code. The draft of the reason is stored for this code. */
  code: string;
  /** The problem code of the refusal. */
  refusalCode: string | undefined;
  busy: boolean;
  /** Sends the reason; calls `onDone` when the server has accepted it. */
  onIssue: (reason: string, onDone: () => void) => void;
  /** Whether the licence belongs to another user. By default, `isOther` is true if the address names another user. */
  isOther?: boolean;
  label?: string;
};

/**
 * Returns the end of a code, which contains its checksum, so it differs for each code. The name of a draft must not contain the whole code,
 * which is secret.
 */
const findLastGroups = (code: string): string => code.split('-').slice(-2).join('-');

/** Lets staff override the limits on PCs and moves of another user. Staff must enter a reason, which is stored. */
export function OverrideLimits({ code, refusalCode, busy, onIssue, ...otherProps }: OverrideLimitsProps) {
  const id = useId();
  const { permissions } = useUser();
  const owner = useLicenseOwner();
  const isOther = otherProps.isOther ?? owner.isOtherUser;
  const { text: reason, write: writeReason, forget } = useTextDraft(`override for ${findLastGroups(code)}`);
  const [error, setError] = useState<string>();
  const isOverridable = refusalCode !== undefined && overridableRefusals.includes(refusalCode);
  if (!isOverridable || !isOther || !permissions.includes('users.edit')) return null;
  return (
    <Form
      aria-labelledby={id}
      className={styles.part}
      onSubmit={() => {
        if (reason.trim() === '') setError(fieldMessages.reason);
        else if (!busy) onIssue(reason, forget);
      }}
    >
      <h2 id={id}>{texts.override.title}</h2>
      <TextField
        label={texts.override.reason}
        hint={texts.override.hint}
        maxLength={limits.text.reason}
        value={reason}
        error={error}
        onChange={({ currentTarget }) => {
          writeReason(currentTarget.value);
          setError(undefined);
        }}
      />
      <div>
        <Button type="submit" busy={busy} icon={<BadgeCheck aria-hidden="true" />}>
          {otherProps.label ?? texts.override.issue}
        </Button>
      </div>
    </Form>
  );
}
