import { useMutation, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { NoteReply } from '@basics/contract/fleet/fleet.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { formatNumber } from '#portal/messages/formats.ts';
import { ActDialog, ActSteps } from '#portal/session/bulk/act-dialog.tsx';
import { MailText } from '#portal/session/bulk/mail-samples.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { bulk } from '#portal/texts/bulk.ts';
import { fleet } from '#portal/texts/fleet.ts';
import { locale } from '#portal/texts/locale.ts';
import { ui } from '#portal/texts/ui.ts';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { createNotePreviewQuery, releaseNoteChoicesQuery, sendNote } from './fleet.queries.ts';

const texts = fleet.note;

/** The PCs whose owners get the e-mail. All versions if `versions` is absent. */
type PcSelection = { tool: string; versions?: string[]; country?: string; brand?: string };
type SendNoteDialogProps = { selection: PcSelection; firstChoice: number | null; onClose: () => void };

/**
 * The dialog in which staff choose a release note, read the e-mail, see how many owners of the selected PCs get it, and send it. The e-mails
 * are queued in the background: the next dialog shows the progress.
 */
export function SendNoteDialog({ selection, firstChoice, onClose }: SendNoteDialogProps) {
  const choices = useQuery(releaseNoteChoicesQuery);
  const [chosenId, setChosenId] = useState(firstChoice);
  const releaseId = chosenId ?? choices.data?.items[0]?.releaseId ?? null;
  const body = { ...selection, releaseId: releaseId ?? 0 };
  const sendMutation = useMutation({ mutationFn: () => sendNote(body) });
  const preview = useQuery({
    ...createNotePreviewQuery(body),
    enabled: releaseId !== null && !sendMutation.isSuccess,
  });
  const testMutation = useMutation({ mutationFn: () => sendNote({ ...body, toMe: true }) });
  const { data: result } = preview;
  const problem = sendMutation.error ?? testMutation.error ?? preview.error ?? choices.error;
  const heading = texts.title(selection.versions);
  const startedAct = sendMutation.data?.act;
  if (startedAct) return <ActDialog title={heading} startedAct={startedAct} onClose={onClose} />;
  return (
    <Dialog
      title={heading}
      isWide
      headEnd={<ActSteps current="effect" />}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button busy={testMutation.isPending} disabled={!result} onClick={() => testMutation.mutate()}>
            {bulk.mails.sendToMe}
          </Button>
          <Button
            variant="primary"
            icon={<Send aria-hidden="true" />}
            busy={sendMutation.isPending}
            disabled={!result || sumOwners(result) === 0}
            onClick={() => sendMutation.mutate()}
          >
            {result ? texts.sendTo(sumOwners(result), result.isMore) : texts.send}
          </Button>
        </>
      }
    >
      <Stack>
        {problem instanceof ApiProblem && <ProblemNotice problem={problem} title={texts.failed} />}
        {choices.data?.items.length === 0 && <p>{texts.noNotes}</p>}
        {choices.data && choices.data.items.length > 0 && (
          <Select
            label={texts.field}
            value={String(releaseId)}
            options={choices.data.items.map(toOption)}
            onChange={({ target }) => setChosenId(Number(target.value))}
          />
        )}
        {testMutation.isSuccess && <output>{bulk.mails.sentToMe}</output>}
        {!result && !problem && releaseId !== null && <ItemsLoading loadingText={texts.loading} />}
        {result && <Recipients result={result} />}
        {result && <MailText mail={result.mail} />}
      </Stack>
    </Dialog>
  );
}

type NoteChoice = { releaseId: number; title: string; version: string };
const toOption = ({ releaseId, title, version }: NoteChoice) => ({
  value: String(releaseId),
  label: `${version}: ${title}`,
});

const sumOwners = ({ languages }: NoteReply): number => languages.reduce((total, { owners }) => total + owners, 0);

const languageNames = new Intl.DisplayNames(locale, { type: 'language' });

function Recipients({ result }: { result: NoteReply }) {
  const { languages, withoutMail, informed, isMore } = result;
  const recipients = sumOwners(result);
  const languageList = languages.map(({ language, owners }) =>
    texts.inLanguage(languageNames.of(language) ?? language, formatNumber(owners)),
  );
  return (
    <ul>
      <li>{recipients > 0 ? `${texts.gets(recipients)}: ${languageList.join(', ')}` : texts.gets(recipients)}</li>
      {withoutMail > 0 && <li>{texts.withoutMail(withoutMail)}</li>}
      {informed > 0 && <li>{texts.informed(informed)}</li>}
      {isMore && <li>{texts.isMore}</li>}
    </ul>
  );
}
