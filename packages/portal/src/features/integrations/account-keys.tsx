import type { ServiceAccount } from '@basics/contract/integrations/service-accounts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { integrations } from '#portal/texts/integrations.ts';
import { formatShortDate, formatShortDay } from '#portal/messages/times.ts';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { ConfirmedAct } from '#portal/session/editing/confirmed-act.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow } from '#portal/ui/lists/item-row.tsx';
import { DialogButton, FormDialog } from '#portal/ui/overlays/dialog.tsx';
import { DateField } from '#portal/ui/pickers/date-field.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { allAccounts, createKey, revokeKey } from './integrations.queries.ts';
import { ShownOnce } from './shown-once.tsx';
import styles from './integrations.module.css';

const texts = integrations.key;
type Key = ServiceAccount['keys'][number];

/** The keys of a service account, and the button that adds one. Two keys at a time allow a change without an interruption. */
export function AccountKeys({ account }: { account: ServiceAccount }) {
  const { accountId, keys } = account;
  return (
    <>
      {keys.length === 0 ? (
        <p className={styles.facts}>{texts.none}</p>
      ) : (
        <ItemList>
          {keys.map((key) => (
            <ItemRow
              key={key.keyId}
              icon={KeyRound}
              title={
                <>
                  <code translate="no">{`${key.prefix}…`}</code> <span>{key.name}</span>
                </>
              }
              facts={[integrations.until(formatShortDay(key.expiresAt)), formatUse(key)]}
              actions={<RevokeKey accountId={accountId} keyOfAccount={key} />}
            />
          ))}
        </ItemList>
      )}
      {keys.length < 2 && (
        <div>
          <DialogButton
            icon={<Plus aria-hidden="true" />}
            label={
              <>
                <span>{texts.add}</span> <VisuallyHidden>{account.name}</VisuallyHidden>
              </>
            }
          >
            {(closeDialog) => <AddKey accountId={accountId} onClose={closeDialog} />}
          </DialogButton>
        </div>
      )}
    </>
  );
}

const formatUse = ({ lastUsed }: Key): string =>
  lastUsed === null
    ? integrations.neverUsed
    : integrations.lastUsedFrom(formatShortDate(lastUsed.day), lastUsed.network);

/** The dialog that creates a key, and then shows it once. */
function AddKey({ accountId, onClose }: { accountId: number; onClose: () => void }) {
  const { values, change, forget } = useValuesDraft(`key of account ${accountId}`, { name: '', lastDay: '' });
  const [errors, setErrors] = useState<{ name?: string; lastDay?: string }>({});
  const [key, setKey] = useState<string | null>(null);
  const client = useQueryClient();
  const { problem, isBusy, attempt } = useAttempt(['name', 'lastDay'], (field, { message }) =>
    setErrors((earlier) => ({ ...earlier, [field]: message })),
  );
  const submit = () => {
    setErrors({});
    return attempt(async () => {
      const { name, lastDay } = values;
      setKey((await createKey(accountId, { name, ...(lastDay !== '' && { lastDay }) })).key);
      forget();
      await client.invalidateQueries(allAccounts);
    });
  };
  const cancel = (): void => {
    forget();
    onClose();
  };
  if (key !== null)
    return (
      <ShownOnce
        title={texts.created}
        warning={texts.createdText}
        value={key}
        copyLabel={texts.copy}
        onClose={onClose}
      />
    );
  return (
    <FormDialog title={texts.add} submitLabel={texts.create} busy={isBusy} onSubmit={submit} onClose={cancel}>
      {problem && <ProblemNotice problem={problem} title={texts.failed} />}
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        error={errors.name}
        value={values.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <DateField
        label={texts.lastDay}
        optional
        error={errors.lastDay}
        value={values.lastDay}
        onChange={(lastDay) => change({ lastDay })}
      />
    </FormDialog>
  );
}

function RevokeKey({ accountId, keyOfAccount: { keyId, prefix } }: { accountId: number; keyOfAccount: Key }) {
  const client = useQueryClient();
  const toasts = useToasts();
  return (
    <ConfirmedAct
      icon={<KeyRound aria-hidden="true" />}
      title={texts.revokeQuestion(prefix)}
      text={texts.revokeText}
      action={texts.revokeAction}
      failed={texts.revokeFailed}
      run={async () => {
        await revokeKey(accountId, keyId);
        toasts.done(texts.revoked);
        await client.invalidateQueries(allAccounts);
      }}
    >
      {texts.revoke} <VisuallyHidden>{prefix}</VisuallyHidden>
    </ConfirmedAct>
  );
}
