import { useQuery } from '@tanstack/react-query';
import { limits } from '@basics/contract/calls/limits.ts';
import type { User } from '@basics/contract/users/users.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { account } from '#portal/texts/account.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { LoadFailed } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import { AnnouncedText, type Elements } from '#portal/ui/layout/layout.tsx';
import { createOwnDetailsQuery } from './own-account.queries.ts';
import styles from './preferences.module.css';
import { SavedMark } from './saved-mark.tsx';
import { useSavedField } from './use-saved-field.ts';

const texts = account.details;

/** The phone number, which all users may change in their own account. */
export const OwnPhone = () => <OwnDetails>{(user) => <PhoneField user={user} />}</OwnDetails>;

/** Whether a user gets e-mails with news and reminders. */
export const OwnMail = () => <OwnDetails>{(user) => <MailField user={user} />}</OwnDetails>;

function OwnDetails({ children }: { children: (user: User) => Elements }) {
  const { userId } = useUser();
  const { data, error, refetch } = useQuery(createOwnDetailsQuery(userId));
  if (data) return <div className={styles.form}>{children(data)}</div>;
  if (error) return <LoadFailed title={texts.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />;
  return (
    <>
      <AnnouncedText>{texts.loading}</AnnouncedText>
      <div className={styles.form}>
        <Skeleton height="4.25rem" />
      </div>
    </>
  );
}

function PhoneField({ user }: { user: User }) {
  const draft = useTextDraft('phone', user.phone);
  const draftValue = draft.text === user.phone ? undefined : draft.text;
  const phoneField = useSavedField(user.phone, (value) => ({ phone: value }), draftValue);
  const savePhone = (): void => {
    if (phoneField.value.trim() !== user.phone) phoneField.save(phoneField.value.trim(), draft.forget);
  };
  return (
    <form
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault();
        savePhone();
      }}
    >
      <TextField
        label={texts.phone}
        type="tel"
        autoComplete="tel"
        maxLength={limits.text.name}
        optional
        error={phoneField.error}
        value={phoneField.value}
        onChange={({ target }) => {
          phoneField.type(target.value);
          draft.write(target.value);
        }}
        onBlur={savePhone}
      />
      <SavedMark saveState={phoneField.state} />
    </form>
  );
}

function MailField({ user }: { user: User }) {
  const mailField = useSavedField(user.canReceiveMail, (canReceiveMail) => ({ canReceiveMail }));
  return (
    <div className={styles.field}>
      <Checkbox
        label={texts.mail}
        hint={texts.mailHint}
        error={mailField.error}
        checked={mailField.value}
        onChange={({ target }) => mailField.save(target.checked)}
      />
      <SavedMark saveState={mailField.state} />
    </div>
  );
}
