import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, FileKey2 } from 'lucide-react';
import { useState } from 'react';
import type { CompanyPc } from '@basics/contract/companies/company-pcs.ts';
import { countDaysUntil, formatDayFromNow, formatShortDate, formatShortDay } from '#portal/messages/times.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { companies } from '#portal/texts/companies.ts';
import { Actions, Button } from '#portal/ui/buttons/button.tsx';
import { findTimeTone } from '#portal/ui/content/time-signs.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { ChoiceGroup } from '#portal/ui/fields/choice-group.tsx';
import { SearchField } from '#portal/ui/filters/search-field.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { DialogButton } from '#portal/ui/overlays/dialog.tsx';
import { TimeRow, TimeRows } from '#portal/ui/lists/time-row.tsx';
import { areSeatsTaken, createPcsQuery, createSeatsQuery, type PcState } from '../companies.queries.ts';
import { PcMenu, RenewPc, RenewPcs, type RenderRelease } from './pc-actions.tsx';

const IssueCodes = createLazyPart(async () => (await import('./issue-codes.tsx')).IssueCodes, { isLate: true });

const texts = companies.pcs;
const states = ['inUse', 'ended', 'removed'] as const satisfies PcState[];
/** So many PCs are shown at first. */
const firstPcs = 5;
/** The search is offered from this number of PCs on. */
const searchedPcs = 8;
const maxPcs = 200;

type PcsCardProps = {
  companyId: number;
  /** An agent issues and renews licences, and does not open or remove them. */
  isAgent?: boolean;
  renderRelease?: RenderRelease | undefined;
};

/**
 * The PCs of a company, each once: those in use by their expiry, those whose licence has expired, or those that were removed. They are renewed,
 * sent and removed in their rows, and new ones get their licences.
 */
export function PcsCard({ companyId, isAgent = false, renderRelease }: PcsCardProps) {
  const [state, setState] = useState<PcState>('inUse');
  const [keyword, setKeyword] = useState('');
  const [pageSize, setPageSize] = useState(firstPcs);
  const query = useQuery(createPcsQuery(companyId, { state, keyword, pageSize }));
  const isSearched = keyword !== '' || (query.data?.total ?? 0) >= searchedPcs;
  return (
    <Card title={texts.title} actions={<IssueButton companyId={companyId} />}>
      <Stack>
        <Actions>
          <ChoiceGroup
            label={texts.label}
            isTabs
            name="pcs"
            options={states.map((value) => ({ value, label: texts.states[value] }))}
            value={state}
            onChange={setState}
          />
          {isSearched && (
            <SearchField
              label={texts.search}
              keyword={keyword}
              isSearching={query.isPlaceholderData}
              onChange={(searched) => setKeyword(searched.keyword ?? '')}
            />
          )}
        </Actions>
        <QueryContent query={query} failedTitle={texts.failed} loading={<ItemsLoading loadingText={texts.loading} />}>
          {({ items, total }) => (
            <Stack>
              <PcRows pcs={items} isAgent={isAgent} renderRelease={renderRelease} />
              {total > items.length && pageSize < maxPcs && (
                <div>
                  <Button busy={query.isPlaceholderData} onClick={() => setPageSize(maxPcs)}>
                    {texts.more(total)}
                  </Button>
                </div>
              )}
            </Stack>
          )}
        </QueryContent>
      </Stack>
    </Card>
  );
}

/** Without a free seat, the button says what is still possible. Then it is the main one only for staff, who may make an exception. */
function IssueButton({ companyId }: { companyId: number }) {
  const seats = useQuery(createSeatsQuery(companyId)).data ?? [];
  const { permissions } = useUser();
  const isTaken = areSeatsTaken(seats);
  const isStaff = permissions.includes('users.edit');
  const takenLabel = isStaff ? texts.issue.exception : texts.issue.replace;
  return (
    <DialogButton
      variant={isTaken && !isStaff ? 'secondary' : 'primary'}
      icon={<FileKey2 aria-hidden="true" />}
      label={isTaken ? takenLabel : texts.issue.action}
    >
      {(closeDialog) => (
        <OptionalPart>
          <IssueCodes companyId={companyId} onClose={closeDialog} />
        </OptionalPart>
      )}
    </DialogButton>
  );
}

/** The PCs as rows, and the button that renews several of them. */
function PcRows({ pcs, ...row }: Pick<PcsCardProps, 'isAgent' | 'renderRelease'> & { pcs: readonly CompanyPc[] }) {
  const [now] = useState(Date.now);
  if (pcs.length === 0) return <p>{texts.none}</p>;
  return (
    <>
      <RenewPcs pcs={pcs} />
      <TimeRows>
        {pcs.map((pc) => (
          <PcRow key={`${pc.machineId} ${pc.tool}`} pc={pc} now={now} {...row} />
        ))}
      </TimeRows>
    </>
  );
}

type PcRowProps = Pick<PcsCardProps, 'isAgent' | 'renderRelease'> & { pc: CompanyPc; now: number };

function PcRow({ pc, now, isAgent = false, renderRelease }: PcRowProps) {
  const { name, owner, license, releasedAt, holdsSeat } = pc;
  const daysLeft = license === null ? null : countDaysUntil(license.expiryDate, now);
  const isWaiting = holdsSeat && license?.status === 'Active' && license.installedAt === undefined;
  return (
    <TimeRow
      daysLeft={daysLeft}
      tone={daysLeft === null ? 'past' : findTimeTone(daysLeft)}
      isWaiting={isWaiting}
      title={
        license === null || isAgent ? (
          <strong translate="no">{name || texts.unnamed}</strong>
        ) : (
          <Link to={`/license/${license.licenseId}`} translate="no">
            {name || texts.unnamed}
          </Link>
        )
      }
      second={[owner.name, license?.version ?? ''].filter(Boolean).join(' · ')}
      time={isWaiting ? texts.notInstalled : describeTime(license, releasedAt, now)}
      day={license === null ? '' : texts.until(formatShortDate(license.expiryDate))}
      action={pc.canRenew ? <RenewPc pc={pc} /> : license !== null && !isAgent && <ChevronRight aria-hidden="true" />}
      {...(license?.status === 'Active' && { menu: <PcMenu pc={pc} renderRelease={renderRelease} /> })}
    />
  );
}

function describeTime(license: CompanyPc['license'], releasedAt: string | null, now: number): string {
  if (releasedAt !== null) return texts.removed(formatShortDay(releasedAt));
  if (license === null) return texts.noLicence;
  const daysLeft = countDaysUntil(license.expiryDate, now);
  return daysLeft < 0 ? texts.expired(formatDayFromNow(license.expiryDate, now)) : texts.daysLeft(daysLeft);
}
