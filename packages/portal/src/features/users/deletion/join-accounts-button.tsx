import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Merge } from 'lucide-react';
import { useState } from 'react';
import type { JoinEffect } from '@basics/contract/license-admin/join-accounts.ts';
import type { User } from '@basics/contract/users/users.ts';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { joinAccounts as texts } from '#portal/texts/join-accounts.ts';
import { ui } from '#portal/texts/ui.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { TextArea, TextField } from '#portal/ui/fields/form-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { DialogButton, Dialog } from '#portal/ui/overlays/dialog.tsx';
import { joinAccounts, previewJoin } from './join-accounts.queries.ts';
import { formatProfile } from '#portal/messages/names.ts';
import { formatUser } from '../user-format.tsx';

/** The button that opens the dialog to join a second account of the same person into the account of `user`. */
export const JoinAccountsButton = ({ user }: { user: User }) => (
  <DialogButton icon={<Merge aria-hidden="true" />} label={texts.open}>
    {(closeDialog) => <JoinAccountsDialog user={user} onClose={closeDialog} />}
  </DialogButton>
);

function JoinAccountsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { effect, problem, previewMutation, joinMutation, fields } = useJoining(user, onClose);
  return (
    <Dialog
      title={texts.title(formatUser(user))}
      isWide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          {effect ? (
            <Button
              variant="danger"
              busy={joinMutation.isPending}
              disabled={!fields.isReady}
              onClick={() => joinMutation.mutate(effect)}
            >
              {texts.submit}
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={previewMutation.isPending}
              disabled={fields.login.trim() === ''}
              onClick={() => previewMutation.mutate()}
            >
              {texts.preview}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {problem instanceof ApiProblem && <ProblemNotice problem={problem} title={texts.failed} />}
        <p>{texts.lead(user.login)}</p>
        <TextField
          label={texts.login}
          type="email"
          value={fields.login}
          error={problem instanceof ApiProblem ? problem.fields?.['login'] : undefined}
          data-autofocus
          onChange={({ target }) => fields.setLogin(target.value)}
        />
        {effect && <JoinFields user={user} effect={effect} fields={fields} />}
      </Stack>
    </Dialog>
  );
}

type JoinFieldsProps = { user: User; effect: JoinEffect; fields: ReturnType<typeof useJoining>['fields'] };

const JoinFields = ({ user, effect, fields }: JoinFieldsProps) => (
  <>
    <JoinEffectList user={user} effect={effect} />
    {effect.isOtherCompany && (
      <Checkbox
        label={texts.acceptsOtherCompany}
        hint={texts.otherCompany(user.company, effect.other.company)}
        checked={fields.acceptsOtherCompany}
        onChange={({ target }) => fields.setAcceptsOtherCompany(target.checked)}
      />
    )}
    <TextArea label={texts.reason} value={fields.reason} onChange={({ target }) => fields.setReason(target.value)} />
  </>
);

/** Returns the fields of the dialog, and the mutations that preview and join. A change of the login discards the preview. */
function useJoining(user: User, onClose: () => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  const draft = useValuesDraft(`join into ${user.userId}`, { login: '', reason: '' });
  const { login, reason } = draft.values;
  // The draft does not store the consent to another company, because the user gives this consent again for each preview.
  const [acceptsOtherCompany, setAcceptsOtherCompany] = useState(false);
  const previewMutation = useMutation({ mutationFn: () => previewJoin(user.userId, login.trim()) });
  const joinMutation = useMutation({
    mutationFn: ({ digest, other }: JoinEffect) =>
      joinAccounts(user.userId, { login: other.login, reason, digest, acceptsOtherCompany }),
    onSuccess: async ({ other }) => {
      draft.forget();
      await client.invalidateQueries();
      toasts.done(texts.done(other.login));
      onClose();
    },
    // STALE means that the accounts have changed since the preview, so the preview is loaded again.
    onError: (error) => {
      if (isProblem(error, 'STALE')) previewMutation.mutate();
    },
  });
  const changeLogin = (value: string): void => {
    draft.change({ login: value });
    setAcceptsOtherCompany(false);
    previewMutation.reset();
    joinMutation.reset();
  };
  const isCompanyAccepted = acceptsOtherCompany || previewMutation.data?.isOtherCompany === false;
  return {
    effect: previewMutation.data,
    problem: joinMutation.error ?? previewMutation.error,
    previewMutation,
    joinMutation,
    fields: {
      login,
      setLogin: changeLogin,
      reason,
      setReason: (text: string) => draft.change({ reason: text }),
      acceptsOtherCompany,
      setAcceptsOtherCompany,
      isReady: reason.trim() !== '' && isCompanyAccepted,
    },
  };
}

/** Returns profile, country and brand of an account. Staff compare these values to see whether two accounts belong to one person. */
const formatAccount = ({ profileID, country, brand }: Pick<User, 'profileID' | 'country' | 'brand'>): string =>
  [formatProfile(profileID), country, brand].filter(Boolean).join(', ');

function JoinEffectList({ user, effect }: { user: User; effect: JoinEffect }) {
  const { other, openKits, moved, samePcs, dropped, overLimit } = effect;
  return (
    <>
      <p>
        <strong>{texts.effect.title(other.name, other.login)}</strong>
      </p>
      <ul>
        <li>{texts.effect.accountThatEnds(formatAccount(other))}</li>
        <li>{texts.effect.accountThatStays(formatAccount(user))}</li>
        {openKits > 0 && <li>{texts.effect.openKits(openKits, other.login)}</li>}
        <li>{texts.effect.moved(moved.pcs, moved.licenses)}</li>
        <li>{texts.effect.others(moved.helpRequests, moved.letters, moved.grants)}</li>
        {samePcs.length > 0 && <li>{texts.effect.samePcs(samePcs.join(', '))}</li>}
        <li>{texts.effect.dropped(dropped.sessions, dropped.secondFactors, dropped.permissions)}</li>
        {overLimit.map(({ tool, used, allowed }) => (
          <li key={tool}>{texts.effect.overLimit(tool, used, allowed)}</li>
        ))}
        <li>{texts.effect.mail}</li>
      </ul>
    </>
  );
}
