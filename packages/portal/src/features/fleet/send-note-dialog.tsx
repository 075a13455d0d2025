import { useMutation, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { NoteMailing, NoteReply } from '@basics/contract/fleet/fleet.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { formatNumber } from '#portal/messages/formats.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { fleet } from '#portal/texts/fleet.ts';
import { locale } from '#portal/texts/locale.ts';
import { ui } from '#portal/texts/ui.ts';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import {
  createMailingQuery,
  createNotePreviewQuery,
  releaseNoteChoicesQuery,
  sendNote,
  stopMailing,
} from './fleet.queries.ts';
import styles from './fleet.module.css';

const texts = fleet.note;

/** The PCs whose owners get the e-mail. All versions if `versions` is absent. */
type PcSelection = { tool: string; versions?: string[]; country?: string; brand?: string };
type SendNoteDialogProps = { selection: PcSelection; firstChoice: number | null; onClose: () => void };

/**
 * The dialog in which staff choose a release note, read the e-mail, see how many owners of the selected PCs get it, and send it. The e-mails
 * are queued in the background: the dialog shows the progress and can stop it.
 */
export function SendNoteDialog({ selection, firstChoice, onClose }: SendNoteDialogProps) {
  const choices = useQuery(releaseNoteChoicesQuery);
  const [chosenId, setChosenId] = useState(firstChoice);
  const releaseId = chosenId ?? choices.data?.items[0]?.releaseId ?? null;
  const body = { ...selection, releaseId: releaseId ?? 0 };
  const preview = useQuery({ ...createNotePreviewQuery(body), enabled: releaseId !== null });
  const sendMutation = useMutation({ mutationFn: () => sendNote(body) });
  const testMutation = useMutation({ mutationFn: () => sendNote({ ...body, toMe: true }) });
  const { data: result } = preview;
  const problem = sendMutation.error ?? testMutation.error ?? preview.error ?? choices.error;
  const heading = texts.title(selection.versions);
  const mailing = sendMutation.data?.mailing;
  if (mailing) return <MailingDialog title={heading} startedMailing={mailing} onClose={onClose} />;
  return (
    <Dialog
      title={heading}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button busy={testMutation.isPending} disabled={!result} onClick={() => testMutation.mutate()}>
            {texts.sendToMe}
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
            options={choices.data.items.map(({ releaseId: id, title, version }) => ({
              value: String(id),
              label: `${version}: ${title}`,
            }))}
            onChange={({ target }) => setChosenId(Number(target.value))}
          />
        )}
        {testMutation.isSuccess && <output>{texts.sentToMe}</output>}
        {!result && !problem && releaseId !== null && <ItemsLoading loadingText={texts.loading} />}
        {result && <Recipients result={result} />}
        {result && <MailPreview mail={result.mail} />}
      </Stack>
    </Dialog>
  );
}

const sumOwners = ({ languages }: NoteReply): number => languages.reduce((total, { owners }) => total + owners, 0);

const MailPreview = ({ mail }: Pick<NoteReply, 'mail'>) => (
  // The e-mail scrolls in its box, so that the buttons of the dialog stay in view. With the focus, the keys scroll it.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section aria-label={texts.mail} className={styles.mail} tabIndex={0}>
    <h3>{mail.subject}</h3>
    <p className={styles.text}>{mail.text}</p>
  </section>
);

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

type MailingDialogProps = { title: string; startedMailing: NoteMailing; onClose: () => void };

function MailingDialog({ title, startedMailing, onClose }: MailingDialogProps) {
  const { data: mailing = startedMailing } = useQuery(createMailingQuery(startedMailing.id));
  const stopMutation = useMutation({ mutationFn: () => stopMailing(startedMailing.id) });
  const { state, queued, owners } = stopMutation.data ?? mailing;
  const progressText = texts.states[state](formatNumber(queued), formatNumber(owners));
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {state === 'running' && (
            <Button busy={stopMutation.isPending} onClick={() => stopMutation.mutate()}>
              {texts.stop}
            </Button>
          )}
          <Button onClick={onClose}>{ui.close}</Button>
        </>
      }
    >
      <Stack>
        <progress className={styles.progress} value={queued} max={Math.max(owners, 1)} aria-label={texts.progress} />
        {state === 'running' ? <p aria-hidden="true">{progressText}</p> : <output>{progressText}</output>}
        {state === 'running' && <p>{texts.mayClose}</p>}
      </Stack>
    </Dialog>
  );
}
