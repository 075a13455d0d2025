import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import type { BulkResult } from '@basics/contract/calls/bulk.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { formatDay } from '#portal/messages/times.ts';
import { bulk } from '#portal/texts/bulk.ts';
import { renewSheet as texts } from '#portal/texts/renew-sheet.ts';
import { ui } from '#portal/texts/ui.ts';
import { Notice, QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { AnnouncedText, Stack } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { useUndo } from '#portal/session/editing/undo.queries.ts';
import { ActDialog, ActSteps } from './act-dialog.tsx';
import type { SelectedAll } from '#portal/ui/selection/use-selection.ts';
import { changeLicenses, sampleLicenses, type BulkReply } from './bulk.queries.ts';
import { MailSamples } from './mail-samples.tsx';
import { countTouched, listDoneIds, MassEffects } from './mass-effects.tsx';
import { countDone, countEffects, type AllPreview, type BulkRow } from './preview-all.ts';
import { ProblemNotice } from '../editing/problem-notice.tsx';

/** A licence that staff want to renew: the name of its PC, its owner with the company, and its last day. */
export type RenewableRow = {
  id: number;
  machineName: string;
  ownerId: number;
  ownerName: string;
  company?: string;
  expiryDate: string;
};

const readSample = sampleLicenses('renewAndSend');

type RenewSheetProps = {
  rows: readonly RenewableRow[];
  all?: SelectedAll | null | undefined;
  /** Called with the number of licences that were renewed: 0 if all were refused, or if they are renewed in the background. */
  onDone: (renewedCount: number) => void;
  onClose: () => void;
};

/**
 * The only dialog in which staff renew licences: until when each licence would be valid, which ones cannot be renewed and why, and whether the
 * owners get their files by e-mail.
 */
export function RenewSheet({ rows, all, onDone, onClose }: RenewSheetProps) {
  const [sends, setSends] = useState(true);
  const { preview, renewal } = useRenewals({ rows, all, sends, onDone, onClose });
  const reply = renewal.data ?? preview.data;
  const { results } = reply ?? {};
  const renewableCount = countDone(reply?.all?.effects ?? countEffects(results ?? []));
  const ownerText = all ? texts.owners(reply?.all?.people ?? all.count) : listOwners(rows);
  const isFinished = renewal.isSuccess;
  const [onlyRow] = all || rows.length > 1 ? [] : rows;
  const startedAct = renewal.data?.act;
  const title = texts.title(all?.count ?? rows.length, rows[0]?.machineName ?? '');
  if (startedAct) return <ActDialog {...{ title, startedAct, onClose }} rows={all ? undefined : rows.map(toBulkRow)} />;
  return (
    <Dialog
      title={title}
      {...(!onlyRow && { isWide: true, headEnd: <ActSteps current={isFinished ? 'run' : 'effect'} /> })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <span>{isFinished ? ui.close : ui.cancel}</span>
          </Button>
          {!isFinished && (
            <Button
              variant="primary"
              icon={<CalendarSync aria-hidden="true" />}
              busy={renewal.isPending || preview.isPlaceholderData || (preview.isFetching && results !== undefined)}
              disabled={renewableCount === 0}
              onClick={() => renewal.mutate()}
            >
              <span>{(sends ? texts.renewAndSend : texts.renew)(onlyRow ? 1 : renewableCount)}</span>
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {renewal.error instanceof ApiProblem && <ProblemNotice problem={renewal.error} title={texts.failed} />}
        <QueryContent
          query={{ ...preview, data: results }}
          failedTitle={texts.previewFailed}
          loading={onlyRow ? <VerdictLoading /> : <ItemsLoading loadingText={texts.loading} />}
        >
          {() => reply && <Effects {...{ reply, isFinished, onlyRow }} renewableRows={rows} />}
        </QueryContent>
        {!isFinished && (!results || renewableCount > 0) && (
          <Checkbox
            label={(onlyRow ? texts.sendOne : texts.send)(ownerText)}
            checked={sends}
            onChange={({ currentTarget }) => setSends(currentTarget.checked)}
          />
        )}
        {!isFinished && sends && (results ? renewableCount > 0 : onlyRow) && (
          <SampleMails ids={listDoneIds(results ?? [])} isFolded={onlyRow !== undefined} />
        )}
      </Stack>
    </Dialog>
  );
}

/** What happens with the only licence: its new last day, or why it cannot be renewed. */
function Verdict({ row: { expiryDate }, result }: { row: RenewableRow; result: BulkResult | undefined }) {
  if (result?.outcome !== 'done')
    return (
      <Notice tone="warn" title={texts.refusedOne}>
        <p>{result?.message ?? ''}</p>
      </Notice>
    );
  return (
    <p>
      <strong>{texts.until(formatDay(result.expiryDate ?? expiryDate))}</strong> <br />
      <span>{texts.insteadOf(formatDay(expiryDate))}</span>
    </p>
  );
}

/** The space of the two lines of the verdict. */
const VerdictLoading = () => (
  <>
    <AnnouncedText>{texts.loading}</AnnouncedText>
    <Skeleton height="3rem" />
  </>
);

/** The e-mails as their recipients read them. That of one licence is shown when the user wants to read it. */
function SampleMails({ ids, isFolded }: { ids: readonly number[]; isFolded: boolean }) {
  const samples = <MailSamples ids={ids} choice="renewAndSend" readSample={readSample} />;
  return isFolded ? <Disclosure label={texts.showMail}>{() => ids.length > 0 && samples}</Disclosure> : samples;
}

/** The preview, and the renewal. A message with Undo says what was renewed; if that is all, the sheet closes. */
function useRenewals({ rows, all, sends, onDone, onClose }: RenewSheetProps & { sends: boolean }) {
  const change = sends ? 'renewAndSend' : 'renew';
  const ids = rows.map(({ id }) => id);
  const client = useQueryClient();
  const { announce, announceMass } = useUndo();
  const queryKey = ['renewSheet', change, all?.selection ?? ids];
  const renewal = useMutation({
    mutationFn: () => {
      const seen = client.getQueryData<BulkReply>(queryKey)?.all?.seen;
      return changeLicenses({ ids, all, seen }, change, false);
    },
    // Other records may match now, so the preview is read again.
    onError: () => void (all && client.invalidateQueries({ queryKey })),
    onSuccess: ({ results, undoIds, act }) => {
      if (act) {
        onDone(0);
        return;
      }
      const doneRows = listDone(rows, results);
      const [undoId] = undoIds;
      onDone(doneRows.length);
      if (undoIds.length > 0 && rows.length > 1) announceMass(describeRenewal(doneRows, sends), undoIds);
      else if (doneRows.length === rows.length)
        announce(describeRenewal(doneRows, sends), undoId === undefined ? {} : { undo: { id: undoId } });
      if (doneRows.length === rows.length) onClose();
    },
  });
  const onPart = (part: AllPreview): void => {
    client.setQueryData<BulkReply>(queryKey, { results: part.results, undoIds: [], all: part });
  };
  const preview = useQuery({
    queryKey,
    queryFn: () => changeLicenses({ ids, all, onPart }, change, true),
    staleTime: Infinity,
    gcTime: 0,
    enabled: !renewal.isSuccess,
    placeholderData: keepPreviousData,
  });
  return { preview, renewal };
}

type EffectsProps = {
  reply: BulkReply;
  renewableRows: readonly RenewableRow[];
  isFinished: boolean;
  /** The licence, if it is the only one. */
  onlyRow: RenewableRow | undefined;
};

function Effects({ reply: { results, all: preview }, renewableRows, isFinished, onlyRow }: EffectsProps) {
  if (onlyRow) return <Verdict row={onlyRow} result={results[0]} />;
  const rows = preview?.rows ?? renewableRows.map(toBulkRow);
  const { people, companies } = preview ?? countTouched(rows, results);
  return (
    <Stack>
      {listDoneIds(results).length > 0 && (
        <p>
          <span>{bulk.touches(people, companies)}</span>{' '}
          {!isFinished && rows.length > 1 && <span>{bulk.undo.mass}</span>}
        </p>
      )}
      <MassEffects rows={rows} results={results} effects={preview?.effects} isFinished={isFinished} />
    </Stack>
  );
}

const toBulkRow = ({ id, machineName, ownerId, ownerName, company, expiryDate }: RenewableRow): BulkRow => ({
  id,
  name: texts.row(machineName, ownerName),
  personId: ownerId,
  ...(company !== undefined && { company }),
  lastDay: expiryDate,
});

const listDone = (rows: readonly RenewableRow[], results: readonly BulkResult[]) =>
  rows.flatMap((row) => {
    const result = results.find(({ id }) => id === row.id);
    return result?.outcome === 'done' ? [{ ...row, newExpiryDate: result.expiryDate ?? row.expiryDate }] : [];
  });

function describeRenewal(doneRows: ReturnType<typeof listDone>, isSent: boolean): string {
  const [first] = doneRows;
  const renewed =
    first && doneRows.length === 1
      ? texts.doneOne(first.machineName, formatDay(first.newExpiryDate))
      : texts.doneSeveral(doneRows.length);
  return isSent ? `${renewed} ${texts.onItsWay(listOwners(doneRows))}` : renewed;
}

/** The owner's name, or how many owners there are. */
function listOwners(rows: readonly RenewableRow[]): string {
  const names = [...new Set(rows.map(({ ownerName }) => ownerName))];
  return names.length === 1 ? (names[0] ?? '') : texts.owners(names.length);
}
