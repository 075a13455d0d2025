import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { maxNoteLetters } from '@basics/contract/fleet.ts';
import type { NoteReply } from '@basics/contract/fleet.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { fleet } from '#portal/texts/fleet.ts';
import { locale } from '#portal/texts/locale.ts';
import { ui } from '#portal/texts/ui.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { createNotePreviewQuery, releaseNoteChoicesQuery, sendNote } from './fleet.queries.ts';

const texts = fleet.note;

type PcSelection = { tool: string; versions: string[]; country?: string; brand?: string };
type SendNoteDialogProps = { selection: PcSelection; onClose: () => void };

/** The dialog in which staff choose a release note, see which owners of the selected PCs get it, and send it. */
export function SendNoteDialog({ selection, onClose }: SendNoteDialogProps) {
  const choices = useQuery(releaseNoteChoicesQuery);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const releaseId = chosenId ?? choices.data?.items[0]?.releaseId ?? null;
  const body = { ...selection, releaseId: releaseId ?? 0 };
  const preview = useQuery({ ...createNotePreviewQuery(body), enabled: releaseId !== null });
  const sendMutation = useMutation({ mutationFn: () => sendNote(body) });
  const result = sendMutation.data ?? preview.data;
  const problem = sendMutation.error ?? preview.error ?? choices.error;
  const recipients = result ? sumOwners(result) : 0;
  return (
    <Dialog
      title={texts.title(selection.versions.join(', '))}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.close}</Button>
          {!sendMutation.isSuccess && (
            <Button
              variant="primary"
              busy={sendMutation.isPending}
              disabled={recipients === 0}
              onClick={() => sendMutation.mutate()}
            >
              {texts.send}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {problem instanceof ApiProblem && <ProblemNotice problem={problem} title={texts.failed} />}
        {choices.data?.items.length === 0 && <p>{texts.noNotes}</p>}
        {choices.data && choices.data.items.length > 0 && !sendMutation.isSuccess && (
          <Select
            label={texts.field}
            value={String(releaseId)}
            options={choices.data.items.map(({ releaseId: id, title, version }) => ({
              value: String(id),
              label: `${version}: ${title}`,
            }))}
            onChange={({ target }) => setChosenId(Number(target.value))}
          />
        )}
        {sendMutation.isSuccess && <output>{texts.sent(sendMutation.data.queued)}</output>}
        {!result && !problem && releaseId !== null && <ItemsLoading loadingText={texts.loading} />}
        {result && <Recipients result={result} isSent={sendMutation.isSuccess} />}
      </Stack>
    </Dialog>
  );
}

const sumOwners = ({ languages }: NoteReply): number => languages.reduce((total, { owners }) => total + owners, 0);

const languageNames = new Intl.DisplayNames(locale, { type: 'language' });

function Recipients({ result, isSent }: { result: NoteReply; isSent: boolean }) {
  const { languages, withoutMail, informed, isMore } = result;
  const recipients = sumOwners(result);
  return (
    <ul>
      {(!isSent || recipients > 0) && (
        <li>
          <span>{texts.gets(recipients)}</span>
          {recipients > 0 && (
            <span>{`: ${languages.map(({ language, owners }) => texts.inLanguage(languageNames.of(language) ?? language, owners)).join(', ')}`}</span>
          )}
        </li>
      )}
      {withoutMail > 0 && <li>{texts.withoutMail(withoutMail)}</li>}
      {informed > 0 && <li>{texts.informed(informed)}</li>}
      {isMore && <li>{texts.isMore}</li>}
      {recipients > maxNoteLetters && <li>{texts.mostAtOnce(maxNoteLetters)}</li>}
    </ul>
  );
}
