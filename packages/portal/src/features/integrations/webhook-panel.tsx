import { eventTypes } from '@basics/contract/integrations/events.ts';
import type { ServiceAccount } from '@basics/contract/integrations/service-accounts.ts';
import type { Webhook } from '@basics/contract/integrations/webhooks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { integrations } from '#portal/texts/integrations.ts';
import { useFormDraft } from '#portal/session/drafts/use-draft.ts';
import { ConfirmedAct } from '#portal/session/editing/confirmed-act.tsx';
import { FormPanel } from '#portal/session/editing/form-panel.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { allWebhooks, changeSecret, removeWebhook, saveWebhook, type WebhookFields } from './integrations.queries.ts';
import { ShownOnce } from './shown-once.tsx';
import styles from './integrations.module.css';

const texts = integrations.webhook;

type Values = { accountId: string; url: string; types: WebhookFields['types'] };
type PanelProps = { webhook: Webhook | null; accounts: readonly ServiceAccount[]; onClose: () => void };

/** The panel with the form of one webhook; `webhook` is null for a new one, whose secret is shown once after it was saved. */
export function WebhookPanel({ webhook, accounts, onClose }: PanelProps) {
  const { form, draft, problem, isBusy, secret, setSecret, save } = useWebhookForm(webhook, onClose);
  const { isDirty } = form.formState;
  if (secret !== null)
    return (
      <ShownOnce
        title={texts.secretTitle}
        warning={texts.secretText}
        value={secret}
        copyLabel={texts.copySecret}
        onClose={onClose}
      />
    );
  return (
    <FormPanel
      title={webhook ? texts.editing(new URL(webhook.url).host) : texts.adding}
      isDirty={() => isDirty}
      draft={draft}
      isBusy={isBusy}
      submitLabel={webhook ? texts.save : texts.create}
      deletion={webhook && <DeleteWebhook webhook={webhook} onDeleted={onClose} />}
      className={styles.form}
      onSubmit={form.handleSubmit(save)}
      onClose={onClose}
    >
      {problem && <ProblemNotice problem={problem} title={texts.saveFailed} />}
      <WebhookFieldset form={form} accounts={accounts} isNew={webhook === null} />
      {webhook && <ChangeSecret webhookId={webhook.webhookId} onChanged={setSecret} />}
    </FormPanel>
  );
}

/** The state of the form, whose draft is kept until the form is sent or closed. `secret` is that of a webhook that was just created. */
function useWebhookForm(webhook: Webhook | null, onClose: () => void) {
  const initialValues: Values = {
    accountId: webhook ? String(webhook.account.accountId) : '',
    url: webhook?.url ?? '',
    types: webhook?.types ?? [],
  };
  const form = useForm<Values>({ defaultValues: initialValues });
  const draft = useFormDraft(form, webhook === null ? 'new webhook' : `webhook ${webhook.webhookId}`, initialValues);
  const { problem, isBusy, attempt } = useAttempt(['accountId', 'url'], form.setError);
  const [secret, setSecret] = useState<string | null>(null);
  const client = useQueryClient();
  const toasts = useToasts();
  const save = ({ accountId, url, types }: Values) =>
    attempt(async () => {
      const newSecret = await saveWebhook(webhook, { accountId: Number(accountId), url: url.trim(), types });
      draft.forget();
      if (newSecret === null) onClose();
      else setSecret(newSecret);
      toasts.done(texts.saved);
      await client.invalidateQueries(allWebhooks);
    });
  return { form, draft, problem, isBusy, secret, setSecret, save };
}

type FieldsetProps = { form: UseFormReturn<Values>; accounts: PanelProps['accounts']; isNew: boolean };

function WebhookFieldset({ form: { register, formState }, accounts, isNew }: FieldsetProps) {
  const { errors } = formState;
  return (
    <>
      <Select
        label={texts.account}
        hint={texts.accountHint}
        placeholder={texts.choose}
        disabled={!isNew}
        options={accounts.map(({ accountId, name }) => ({ value: String(accountId), label: name }))}
        error={errors.accountId?.message}
        {...register('accountId')}
      />
      <TextField label={texts.url} hint={texts.urlHint} error={errors.url?.message} {...register('url')} />
      <fieldset className={styles.choices}>
        <legend>{texts.types}</legend>
        <p className={styles.facts}>{texts.typesHint}</p>
        {eventTypes.map((type) => (
          <Checkbox key={type} label={type} value={type} {...register('types')} />
        ))}
      </fieldset>
    </>
  );
}

/** The button for a new secret. The panel then shows it, and closes. */
const ChangeSecret = ({ webhookId, onChanged }: { webhookId: number; onChanged: (secret: string) => void }) => (
  <div>
    <ConfirmedAct
      icon={<KeyRound aria-hidden="true" />}
      title={texts.newSecretQuestion}
      text={texts.newSecretText}
      action={texts.newSecret}
      failed={texts.actFailed}
      run={async () => onChanged(await changeSecret(webhookId))}
    >
      {texts.newSecret}
    </ConfirmedAct>
  </div>
);

function DeleteWebhook({ webhook: { webhookId, url }, onDeleted }: { webhook: Webhook; onDeleted: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  return (
    <ConfirmedAct
      variant="quiet"
      icon={<Trash2 aria-hidden="true" />}
      title={texts.removeQuestion(new URL(url).host)}
      text={texts.removeText}
      action={texts.removeAction}
      failed={texts.actFailed}
      run={async () => {
        await removeWebhook(webhookId);
        onDeleted();
        toasts.done(texts.removed);
        await client.invalidateQueries(allWebhooks);
      }}
    >
      {texts.remove}
    </ConfirmedAct>
  );
}
