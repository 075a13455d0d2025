import { useState } from 'react';
import * as z from 'zod/mini';
import { limits } from '@basics/contract/calls/limits.ts';
import type { Machine, ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import type { License } from '@basics/contract/licenses/licenses.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { countDaysUntil, formatShortDate } from '#portal/messages/times.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { ChoiceGroup } from '#portal/ui/fields/choice-group.tsx';
import { SearchField } from '#portal/ui/filters/search-field.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { TimeRows } from '#portal/ui/lists/time-row.tsx';
import { MoreMenu } from '#portal/ui/overlays/more-menu.tsx';
import {
  byNextStep,
  describePartChanges,
  findWaitingLicense,
  formatMachine,
  isListed,
  isRemovable,
} from '../license-format.tsx';
import styles from '../license-admin.module.css';
import { PcRow } from './pc-row.tsx';
import { ReleaseMachine } from './release-machine.tsx';
import { ReportLost } from './report-lost-pc.tsx';

/** Up to this number, the PCs are listed without a search. */
const maxUnsearched = 7;
const shows = ['all', 'soon', 'waiting'] as const;

/** The search in the address of the page: a part of the name or of the version of a PC, and which PCs are shown. */
const pcSearch = z.object({ pc: z.optional(z.string()), show: z.optional(z.enum(['soon', 'waiting'])) });

/** The list of lost PCs is loaded when a user opens it. */
const LostPcs = createLazyPart(async () => (await import('../watch-list-button.tsx')).LostPcs);

type ListedPc = { machine: Machine; toolUsage: ToolUsage };
type PcListProps = {
  userId: number;
  toolUsages: readonly ToolUsage[];
  /** Renders what the menu of a PC offers for its licence. */
  renderActions?: ((license: License) => Elements) | undefined;
};

/** All PCs of a user, each once, those first that need something; below them the PCs that were removed or reported lost. */
export function PcList({ userId, toolUsages, renderActions }: PcListProps) {
  const [now] = useState(Date.now);
  const [{ pc: keyword = '', show = 'all' }, change] = useSearchState(pcSearch);
  const compare = byNextStep(now);
  const all = toolUsages.flatMap((toolUsage) => toolUsage.machines.map((machine) => ({ machine, toolUsage })));
  const removed = all.filter(({ machine }) => !isListed(machine));
  const pcs = all
    .filter((pc) => !removed.includes(pc))
    .toSorted((first, other) => compare(first.machine, other.machine));
  const choices = { all: pcs, soon: pcs.filter((pc) => isSoon(pc, now)), waiting: pcs.filter(isWaiting) };
  const found = choices[show].filter(({ machine }) => isFound(machine, keyword));
  return (
    <div className={styles.titled}>
      {pcs.length > maxUnsearched && (
        <div className={styles.search}>
          <SearchField
            label={texts.machines.search}
            keyword={keyword}
            onChange={(searched, how) => change({ pc: searched.keyword }, how)}
          />
          <ChoiceGroup
            label={texts.machines.show}
            isTabs
            name="show"
            options={shows.map((value) => ({ value, label: texts.machines.shows[value](choices[value].length) }))}
            value={show}
            onChange={(value) => change({ show: value === 'all' ? undefined : value })}
          />
        </div>
      )}
      {found.length === 0 && <p>{pcs.length === 0 ? texts.machines.noPcs : texts.machines.noneFound}</p>}
      {found.length > 0 && (
        <TimeRows>
          {found.map((pc) => (
            <ListedPcRow
              key={`${pc.toolUsage.tool} ${pc.machine.machineId}`}
              userId={userId}
              pc={pc}
              now={now}
              renderActions={renderActions}
            />
          ))}
        </TimeRows>
      )}
      {removed.length > 0 && <RemovedPcs userId={userId} pcs={removed} now={now} />}
      {all.length > 0 && (
        <Disclosure label={texts.machines.lost}>
          {() => (
            <OptionalPart>
              <LostPcs userId={userId} />
            </OptionalPart>
          )}
        </Disclosure>
      )}
    </div>
  );
}

const RemovedPcs = ({ userId, pcs, now }: { userId: number; pcs: readonly ListedPc[]; now: number }) => (
  <Disclosure label={texts.machines.earlier(pcs.length)}>
    {() => (
      <TimeRows>
        {pcs.map(({ machine, toolUsage: { tool, toolName } }) => (
          <PcRow key={`${tool} ${machine.machineId}`} userId={userId} machine={machine} about={toolName} now={now} />
        ))}
      </TimeRows>
    )}
  </Disclosure>
);

type ListedPcRowProps = Pick<PcListProps, 'userId' | 'renderActions'> & { pc: ListedPc; now: number };

function ListedPcRow({ userId, pc: { machine, toolUsage }, now, renderActions }: ListedPcRowProps) {
  const seesPartChanges = useUser().permissions.includes('users.view');
  const { license, traits, grantEndsOn, renewalOpens, partChanges } = machine;
  const facts = [
    [toolUsage.toolName, license?.version].filter(Boolean).join(' '),
    ...(grantEndsOn === null ? [] : [texts.machines.grantEndsOn(formatShortDate(grantEndsOn))]),
    ...(grantEndsOn === null && renewalOpens !== null && Date.parse(renewalOpens) > now
      ? [texts.machines.renewFrom(formatShortDate(renewalOpens.slice(0, 10)))]
      : []),
    ...traits.map((trait) => texts.machines.traits[trait]),
    (seesPartChanges && describePartChanges(partChanges)) || '',
  ];
  return (
    <PcRow
      userId={userId}
      machine={machine}
      about={facts.filter(Boolean).join(' · ')}
      now={now}
      menu={
        <MoreMenu label={texts.machines.more(formatMachine(machine.name))}>
          {license && renderActions?.(license)}
          {isRemovable(machine) && <ReleaseMachine userId={userId} machine={machine} toolUsage={toolUsage} />}
          <ReportLost userId={userId} machine={machine} />
        </MoreMenu>
      }
    />
  );
}

const isWaiting = ({ machine }: ListedPc): boolean => findWaitingLicense(machine) !== null;

const isSoon = ({ machine: { license, holdsSeat } }: ListedPc, now: number): boolean =>
  holdsSeat && license !== null && countDaysUntil(license.expiryDate, now) <= limits.licence.renewalOpensDays;

const isFound = ({ name, license }: Machine, keyword: string): boolean =>
  `${formatMachine(name)} ${license?.version ?? ''}`.toLowerCase().includes(keyword.trim().toLowerCase());
