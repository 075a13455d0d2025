import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Merge } from 'lucide-react';
import { useState } from 'react';
import type { JoinEffect } from '@basics/contract/license-admin/join-accounts.ts';
import type { User } from '@basics/contract/users/users.ts';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { formatCountry, formatProfile } from '#portal/messages/names.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { joinAccounts as texts } from '#portal/texts/join-accounts.ts';
import { ui } from '#portal/texts/ui.ts';
import { EffectCounts } from '#portal/ui/content/facts.tsx';
import { LimitedTable } from '#portal/ui/lists/limited-table.tsx';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { TwoLines } from '#portal/ui/tables/cells.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { EmailField, TextArea } from '#portal/ui/fields/form-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { DialogButton, Dialog } from '#portal/ui/overlays/dialog.tsx';
import { joinAccounts, previewJoin } from './join-accounts.queries.ts';
import { formatUser } from '../user-format.tsx';

const effectTexts = texts.effect;

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
        <EmailField
          label={texts.login}
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
    <JoinEffects user={user} effect={effect} />
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

/** What joining does: first what ends, then what moves, then both accounts, which staff compare. */
function JoinEffects({ user, effect }: { user: User; effect: JoinEffect }) {
  const { other, openKits, moved, samePcs, dropped, overLimit } = effect;
  const { setup } = useSetup();
  const ends = { accounts: 1, ...dropped };
  const counts = [
    ...endNames.map((name) => ({ id: name, label: effectTexts.counts[name], count: ends[name], isWarning: true })),
    ...moveNames.map((name) => ({ id: name, label: effectTexts.counts[name], count: moved[name] })),
  ];
  return (
    <>
      <EffectCounts counts={counts.filter(({ count }) => count > 0)} />
      <LimitedTable<ComparedAccount>
        title={effectTexts.accounts}
        isTitleHidden
        rows={[
          { ...other, outcome: effectTexts.isDeleted },
          { ...user, name: formatUser(user), outcome: effectTexts.stays },
        ]}
        total={2}
        columns={createAccountColumns((brand) => setup.brands.find(({ id }) => id === brand)?.name ?? brand)}
        rowKey={({ login }) => login}
      />
      <ul>
        {openKits > 0 && <li>{effectTexts.openKits(openKits, other.login)}</li>}
        {samePcs.length > 0 && <li>{effectTexts.samePcs(samePcs.join(', '))}</li>}
        {overLimit.map(({ tool, used, allowed }) => (
          <li key={tool}>{effectTexts.overLimit(tool, used, allowed)}</li>
        ))}
        <li>{effectTexts.password}</li>
        <li>{effectTexts.mail}</li>
      </ul>
    </>
  );
}

const endNames = ['accounts', 'sessions', 'secondFactors', 'permissions'] as const;
const moveNames = ['pcs', 'licenses', 'grants', 'helpRequests', 'letters'] as const;

type ComparedAccount = Pick<JoinEffect['other'], 'login' | 'name' | 'company' | 'profileID' | 'country' | 'brand'> & {
  outcome: string;
};

/** Profile, company, country and brand show whether two accounts belong to one person. */
const createAccountColumns = (formatBrand: (id: string) => string): readonly Column<ComparedAccount>[] => [
  {
    id: 'outcome',
    header: effectTexts.columns.outcome,
    isCardTitle: true,
    cell: ({ outcome, name }) => <TwoLines secondLine={name}>{outcome}</TwoLines>,
  },
  { id: 'login', header: effectTexts.columns.login, cell: ({ login }) => login },
  { id: 'company', header: effectTexts.columns.company, cell: ({ company }) => company },
  { id: 'profile', header: effectTexts.columns.profile, cell: ({ profileID }) => formatProfile(profileID) },
  {
    id: 'country',
    header: effectTexts.columns.country,
    cell: ({ country }) => (country ? formatCountry(country) : ''),
  },
  { id: 'brand', header: effectTexts.columns.brand, cell: ({ brand }) => (brand ? formatBrand(brand) : '') },
];
