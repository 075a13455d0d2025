import { ArrowRightLeft, History, MonitorCog, MonitorUp } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { LicensePreview } from '@basics/contract/licenses.ts';
import { limits } from '@basics/contract/limits.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { agoWords, dayFromNowWords, dayWords, durationWords, momentWords } from '#portal/messages/times.ts';
import { FactRow, FactRows } from '#portal/ui/content/fact-rows.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import { machineOf, versionOf } from './code-words.ts';
import styles from './verify-license.module.css';

type CodeFactsProps = {
  code: VerificationCode;
  toolName: string;
  brandName: string | null;
  /** Absent while the server is asked: then the code speaks for itself. */
  preview: LicensePreview | undefined;
  /** Whether an answer is still to come. */
  isAsking: boolean;
  /** Milliseconds. */
  now: number;
};

const day = 86_400;
/** What a clock may be ahead without anybody being told, in seconds. */
const clockTolerated = 60;

/** What the code contains of itself at once, and then what it would bring. */
export function CodeFacts({ code, toolName, brandName, preview, isAsking, now }: CodeFactsProps) {
  const ageSeconds = preview ? -preview.clockSkewSeconds : Math.floor(now / 1000) - code.claims.createdAt;
  const isTold = isAhead(ageSeconds) && preview?.problem?.code !== 'CLOCK_AHEAD';
  return (
    <FactRows>
      <FactRow name={texts.readBack.pc}>
        <strong>{machineOf(code)}</strong>
        {preview?.offer && <MachineRelation machine={preview.machine} />}
        {isAsking && !preview && <Skeleton width="16rem" />}
      </FactRow>
      <FactRow name={texts.readBack.tool}>
        {toolName} {versionOf(code)}
      </FactRow>
      <FactRow name={texts.readBack.made}>
        {madeWords(code.claims.createdAt, ageSeconds)}
        {isAgeing(ageSeconds) && <p className={styles.warn}>{texts.readBack.ageing(durationWords(ageSeconds))}</p>}
      </FactRow>
      {isTold && <FactRow name={texts.readBack.clock}>{texts.readBack.clockAhead(durationWords(-ageSeconds))}</FactRow>}
      {brandName !== null && <FactRow name={texts.readBack.brand}>{brandName}</FactRow>}
      {isAsking && !preview && <OfferSkeleton />}
      {preview?.offer && <Offer preview={preview} offer={preview.offer} now={now} />}
    </FactRows>
  );
}

type Machine = LicensePreview['machine'];

const icons: Record<Machine['relation'], LucideIcon> = {
  new: MonitorUp,
  known: History,
  changed: MonitorCog,
  moved: ArrowRightLeft,
};

/** Whether this PC is new to the account, known, changed, or takes the place of another. */
function MachineRelation({ machine: { relation, replaces } }: { machine: Machine }) {
  const { name, text } = texts.readBack.relations[relation];
  return (
    <>
      {' '}
      <StatusBadge tone="neutral" icon={icons[relation]}>
        {name}
      </StatusBadge>
      <p className={styles.remark}>{replaces === undefined ? text : texts.readBack.replaces(replaces)}</p>
    </>
  );
}

type OfferProps = { preview: LicensePreview; offer: NonNullable<LicensePreview['offer']>; now: number };

function Offer({ preview, offer, now }: OfferProps) {
  const { expiryDate, seatsUsed, seatsAllowed, movesUsed, movesAllowed } = offer;
  const isGranted = preview.problem === undefined;
  const takesSeat = isGranted && preview.machine.relation === 'new';
  const seats = takesSeat ? texts.readBack.seatsAndThis : texts.readBack.seatsUsed;
  return (
    <>
      {isGranted && (
        <FactRow name={texts.readBack.validUntil}>
          <strong>{dayWords(expiryDate)}</strong> ({dayFromNowWords(expiryDate, now)})
        </FactRow>
      )}
      <FactRow name={texts.readBack.seats}>{seats(seatsUsed, seatsAllowed)}</FactRow>
      <FactRow name={texts.readBack.moves}>{texts.readBack.movesUsed(movesUsed, movesAllowed)}</FactRow>
    </>
  );
}

const OfferSkeleton = () => (
  <>
    <FactRow name={texts.readBack.validUntil}>
      <Skeleton width="13rem" height="1.5em" />
    </FactRow>
    <FactRow name={texts.readBack.seats}>
      <Skeleton width="9rem" height="1.5em" />
    </FactRow>
    <FactRow name={texts.readBack.moves}>
      <Skeleton width="11rem" height="1.5em" />
    </FactRow>
  </>
);

const isAhead = (ageSeconds: number): boolean => ageSeconds < -clockTolerated;

/** A clock that is ahead says when, but not how long ago. */
function madeWords(createdAt: number, ageSeconds: number): string {
  const moment = momentWords(new Date(createdAt * 1000).toISOString());
  return isAhead(ageSeconds) ? texts.readBack.madeAt(moment) : texts.readBack.madeAgo(agoWords(ageSeconds), moment);
}

/** Old enough to be told, young enough to be taken. */
const isAgeing = (seconds: number): boolean =>
  seconds >= limits.licence.codeWarnedDays * day && seconds <= limits.licence.codeAcceptedDays * day;
