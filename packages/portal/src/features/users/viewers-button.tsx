import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import type { User } from '@basics/contract/users.ts';
import type { UserViewer } from '@basics/contract/viewers.ts';
import { formatList } from '#portal/messages/numbers.ts';
import { formatShortDate } from '#portal/messages/times.ts';
import { viewers as texts } from '#portal/texts/viewers.ts';
import { QueryFailed } from '#portal/ui/feedback/load-failed.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { DialogButton } from '#portal/ui/overlays/dialog-button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import styles from './customer-page.module.css';
import { createViewersQuery } from './customer.queries.ts';
import { formatProfile } from '#portal/messages/profiles.ts';
import { formatUser } from './user-format.tsx';
import { userOptions } from './users.queries.ts';

/** Opens the answer to "Who sees this user, and why?". */
export const ViewersButton = ({ user }: { user: User }) => (
  <DialogButton icon={<Eye aria-hidden="true" />} label={texts.open}>
    {(closeDialog) => <ViewersDialog user={user} onClose={closeDialog} />}
  </DialogButton>
);

function ViewersDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const viewersQuery = useQuery(createViewersQuery(user.userId));
  const items = viewersQuery.data?.items ?? [];
  return (
    <Dialog title={texts.title(formatUser(user))} onClose={onClose} footer={<AssignmentsLink user={user} />}>
      <Stack>
        {viewersQuery.isPending && <ItemsLoading loadingText={texts.loading} />}
        <QueryFailed query={viewersQuery} title={texts.failed} />
        {viewersQuery.data && <Accounts user={user} accounts={items.filter(({ sees }) => sees)} />}
        {items.some(({ sees }) => !sees) && (
          <>
            <h3 className={styles.heading}>{texts.notSeen}</h3>
            <AccountList user={user} accounts={items.filter(({ sees }) => !sees)} />
          </>
        )}
        {viewersQuery.data?.hasMore && <p>{texts.more}</p>}
      </Stack>
    </Dialog>
  );
}

/** The assignments that decide about this user. */
const AssignmentsLink = ({ user: { country, brand } }: { user: User }) => (
  <LinkButton to="/country-salesman" search={{ ...(country && { country }), ...(brand && { brand }) }}>
    {texts.assignments}
  </LinkButton>
);

type AccountsProps = { user: User; accounts: readonly UserViewer[] };

const Accounts = ({ user, accounts }: AccountsProps) => (
  <>
    <h3 className={styles.heading}>{texts.seen(accounts.length)}</h3>
    <AccountList user={user} accounts={accounts} />
  </>
);

function AccountList({ user, accounts }: AccountsProps) {
  const explain = useExplanation(user);
  return (
    <ItemList>
      {accounts.map((account) => (
        <ItemRow
          key={account.userId}
          icon={account.sees ? Eye : EyeOff}
          title={`${formatUser(account)} (${formatProfile(account.profileID)})`}
          facts={account.sees ? [...explain(account), describePermissions(account)] : explain(account)}
        />
      ))}
    </ItemList>
  );
}

/** Says why an account sees the user or does not, with the names of the user's country and brand. */
function useExplanation({ country, brand }: User): (account: UserViewer) => string[] {
  const options = useQuery(userOptions).data;
  const countryName = options?.countries.find(({ code }) => code === country)?.name ?? country ?? texts.none;
  const brandName = options?.brands.find(({ id }) => id === brand)?.name ?? brand ?? texts.none;
  return ({ reasons, deputyFor = [], obstacle }) => [
    ...[
      ...reasons.flatMap((reason) => (reason === 'deputy' ? [] : [texts.reasons[reason]])),
      ...(obstacle === null ? [] : [texts.obstacles[obstacle]]),
    ].map((reasonText) => (typeof reasonText === 'string' ? reasonText : reasonText(countryName, brandName))),
    ...deputyFor.map(({ name, until }) => texts.deputyFor(name, formatShortDate(until))),
  ];
}

function describePermissions({ permissions }: UserViewer): string {
  const may = [
    ...(permissions.includes('users.edit') ? [texts.may.edit] : []),
    ...(permissions.includes('users.delete') ? [texts.may.remove] : []),
    ...(permissions.includes('license.generate') ? [texts.may.issue] : []),
  ];
  return may.length === 0 ? texts.may.view : formatList(may);
}
