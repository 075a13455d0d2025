import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import type { ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { formatDay } from '#portal/messages/times.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Actions, LinkButton } from '#portal/ui/buttons/button.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { StateTitle } from '#portal/ui/headings/page-heading.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { TimeRows } from '#portal/ui/lists/time-row.tsx';
import { createMachinesQuery } from '../license-admin.queries.ts';
import { describeSeats, formatMachine, isListed } from '../license-format.tsx';
import { findNeeds, listLicensedPcs, type LicensedPc, type PcNeeds } from '../pc-state.ts';
import { RenewAll, RenewMachine } from '../renew/renew-license.tsx';
import { findRenewableLicense } from '../renew/use-renewal.ts';
import { PcRow } from './pc-row.tsx';
import styles from './own-home.module.css';

/** Up to this number, all PCs are listed; of more, those that need their owner, or if none does, those that expire next. */
const maxPcs = 7;
const maxNeedingPcs = 5;
const maxCalmPcs = 3;

type OwnHomeProps = {
  /** The title until the PCs are loaded. */
  greeting: string;
  windowTitle: string;
  /** The field for a code, a component of another feature. */
  paste: Elements;
  /** The newest release note, a component of another feature. */
  note: Elements;
  /** What matters more than the own PCs, with the title of the page: the customers of an agent, a component of another feature. */
  above?: Elements;
};

/** The home page of a customer: one sentence about their licences with the next action, the field for a code, and their PCs. */
export function OwnHome({ greeting, windowTitle, paste, note, above }: OwnHomeProps) {
  const { userId } = useUser();
  const machinesQuery = useQuery(createMachinesQuery(userId));
  const [now] = useState(Date.now);
  const id = useId();
  const toolUsages = machinesQuery.data;
  const pcs = toolUsages && listLicensedPcs(toolUsages, now);
  const needs = pcs && findNeeds(pcs, now);
  const [sentence = greeting, second] = needs ? describeState(needs, pcs, now, toolUsages) : [];
  return (
    <div className={styles.home}>
      {above ?? (
        <div className={styles.state}>
          <StateTitle title={sentence} second={second} windowTitle={windowTitle} />
          {needs && <NextAction needs={needs} pcs={pcs} now={now} />}
        </div>
      )}
      {above === undefined && paste}
      <section aria-labelledby={id}>
        <div className={styles.head}>
          <h2 id={id}>{texts.ownPcs.title}</h2>
          {toolUsages && toolUsages.length > 0 && <Link to="/pcs">{describeSeats(toolUsages)}</Link>}
        </div>
        <QueryContent
          query={machinesQuery}
          failedTitle={texts.machines.failed}
          loading={<ItemsLoading loadingText={texts.machines.loading} />}
        >
          {(loaded) =>
            needs && (
              <OwnPcs toolUsages={loaded} pcs={pcs} needs={needs} now={now} hasNextAction={above === undefined} />
            )
          }
        </QueryContent>
      </section>
      {above !== undefined && paste}
      {note}
    </div>
  );
}

type NextActionProps = { pcs: readonly LicensedPc[]; needs: PcNeeds; now: number };
type OwnPcsProps = NextActionProps & {
  toolUsages: readonly ToolUsage[];
  /** Whether a large button above the PCs is about one of them, which then has no button in its row. */
  hasNextAction: boolean;
};

function OwnPcs({ toolUsages, pcs, needs, now, hasNextAction }: OwnPcsProps) {
  const { userId } = useUser();
  if (pcs.length === 0) return <p className={styles.second}>{texts.ownPcs.none}</p>;
  const recentPcs = pcs.filter(isRecent);
  const needing = [...needs.expired, ...needs.soon, ...needs.waiting];
  const needingPcs = recentPcs.filter((pc) => needing.includes(pc));
  const firstPcs = needingPcs.length > 0 ? needingPcs.slice(0, maxNeedingPcs) : needs.licensed.slice(0, maxCalmPcs);
  const shown = recentPcs.length > maxPcs ? firstPcs : recentPcs;
  const listedCount = toolUsages.flatMap(({ machines }) => machines.filter(isListed)).length;
  const headlinePc = !hasNextAction || renewsSeveral(pcs, now) ? undefined : findHeadlinePc(needs);
  return (
    <>
      {shown.length > 0 && (
        <TimeRows>
          {shown.map((pc) => (
            <PcRow
              key={pc.machine.machineId}
              userId={userId}
              machine={pc.machine}
              about={`${pc.toolName} ${pc.license.version}`}
              now={now}
              hasAction={pc !== headlinePc || pc.machine.grantEndsOn !== null}
            />
          ))}
        </TimeRows>
      )}
      {listedCount > shown.length && (
        <p className={styles.more}>
          <Link to="/pcs">{texts.ownPcs.all(listedCount)}</Link>
        </p>
      )}
    </>
  );
}

/** Whether a PC is listed: those that expired long ago are in the sentence, and on the page of all PCs. */
const isRecent = ({ daysLeft }: LicensedPc): boolean => daysLeft >= -limits.licence.renewalOpensDays;

/** The one thing to do next, as a large button with its result beside it; if nothing needs the owner, what comes next. */
const NextAction = ({ needs, pcs, now }: NextActionProps) => (
  <div className={styles.next}>
    {/* After a renewal, this part stays although it has no button, because its dialog says what was renewed. */}
    <RenewAll machines={pcs.map(({ machine }) => machine)} now={now} isNext />
    {!renewsSeveral(pcs, now) && <NextPcAction needs={needs} now={now} />}
    {isCalm(needs) && <p className={styles.later}>{describeNext(needs)}</p>}
  </div>
);

const isCalm = ({ expired, soon, waiting }: PcNeeds): boolean => expired.length + soon.length + waiting.length === 0;

/** Says which licence expires next, or how to get the first one. */
function describeNext({ licensed: [first] }: PcNeeds): string {
  if (!first) return texts.state.howToStart;
  return texts.state.next(formatMachine(first.machine.name), formatDay(first.license.expiryDate));
}

function NextPcAction({ needs, now }: Pick<NextActionProps, 'needs' | 'now'>) {
  const { userId } = useUser();
  const headlinePc = findHeadlinePc(needs);
  if (!headlinePc || headlinePc.machine.grantEndsOn !== null) return null;
  const { machine, license } = headlinePc;
  if (needs.waiting.includes(headlinePc))
    return (
      <Actions>
        <LinkButton to={`/license/${license.licenseId}`} variant="primary" size="large">
          {texts.ownPcs.installPc(formatMachine(machine.name))}
        </LinkButton>
      </Actions>
    );
  return (
    <Actions>
      <RenewMachine userId={userId} machine={machine} now={now} isNext />
      {!findRenewableLicense(machine, now) && <span className={styles.second}>{texts.ownPcs.withNewCode}</span>}
    </Actions>
  );
}

/** Whether the large button renews several licences; then it does not replace the button in the row of a PC. */
const renewsSeveral = (pcs: readonly LicensedPc[], now: number): boolean =>
  pcs.filter(({ machine }) => findRenewableLicense(machine, now)).length > 1;

/** Returns the PC of the first sentence that is about one PC. */
const findHeadlinePc = ({ expired, soon, waiting }: PcNeeds): LicensedPc | undefined =>
  [expired, soon, waiting].find((group) => group.length === 1)?.[0];

const nameFirst = ([pc]: readonly LicensedPc[]): string => formatMachine(pc?.machine.name ?? '');

/** Returns the sentences about the licences: first about those that the large button renews, then the most urgent. */
function describeState(
  needs: PcNeeds,
  pcs: readonly LicensedPc[],
  now: number,
  toolUsages: readonly ToolUsage[] = [],
): string[] {
  const { state } = texts;
  const { expired, soon, waiting, licensed } = needs;
  const nextPc = renewsSeveral(pcs, now) ? soon[0] : findHeadlinePc(needs);
  const isNext = (group: readonly LicensedPc[]): boolean => nextPc !== undefined && group.includes(nextPc);
  const urgent = [
    { group: expired, words: state.expired(expired.length, nameFirst(expired)) },
    { group: soon, words: state.soon(soon.length, nameFirst(soon), soon[0]?.daysLeft ?? 0) },
    { group: waiting, words: state.waiting(waiting.length, nameFirst(waiting)) },
  ]
    .filter(({ group }) => group.length > 0)
    .toSorted((first, other) => Number(isNext(other.group)) - Number(isNext(first.group)))
    .map(({ words }) => words);
  if (expired.length > 0 && urgent.length === 1) return [...urgent, state.renewOrRemove(expired.length)];
  if (urgent.length > 0) return urgent;
  if (licensed.length > 0) return [state.fine, state.nothingToDo];
  return [toolUsages.some(({ machines }) => machines.length > 0) ? state.noneLicensed : state.noPc];
}
