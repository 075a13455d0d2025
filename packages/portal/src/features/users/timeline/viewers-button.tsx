import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import type { User } from '@basics/contract/users/users.ts';
import type { UserViewer } from '@basics/contract/users/viewers.ts';
import { formatList } from '#portal/messages/formats.ts';
import { formatShortDate } from '#portal/messages/times.ts';
import { viewers as texts } from '#portal/texts/viewers.ts';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { DialogButton, Dialog } from '#portal/ui/overlays/dialog.tsx';
import styles from './customer-page.module.css';
import { createViewersQuery } from './customer.queries.ts';
import { formatProfile } from '#portal/messages/names.ts';
import { formatUser } from '../user-format.tsx';
import { userOptions } from '../users.queries.ts';

/** The button that opens the dialog "Who sees this user?". The dialog lists members of staff and the reasons. */
export const ViewersButton = ({ user }: { user: User }) => (
  <DialogButton icon={<Eye aria-hidden="true" />} label={texts.open}>
    {(closeDialog) => <ViewersDialog user={user} onClose={closeDialog} />}
  </DialogButton>
);

function ViewersDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const viewersQuery = useQuery(createViewersQuery(user.userId));
  const viewerAccounts = viewersQuery.data?.items ?? [];
  return (
    <Dialog title={texts.title(formatUser(user))} onClose={onClose} footer={<AssignmentsLink user={user} />}>
      <Stack>
        {viewersQuery.isPending && <ItemsLoading loadingText={texts.loading} />}
        <QueryFailed query={viewersQuery} title={texts.failed} />
        {viewersQuery.data && <AccountsWithAccess user={user} accounts={viewerAccounts.filter(({ sees }) => sees)} />}
        {viewerAccounts.some(({ sees }) => !sees) && (
          <>
            <h3 className={styles.heading}>{texts.notSeen}</h3>
            <AccountList user={user} accounts={viewerAccounts.filter(({ sees }) => !sees)} />
          </>
        )}
        {viewersQuery.data?.hasMore && <p>{texts.more}</p>}
      </Stack>
    </Dialog>
  );
}

/** Links to the assignments for the country and the brand of the user. Assignments decide which salesmen see the user. */
const AssignmentsLink = ({ user: { country, brand } }: { user: User }) => (
  <LinkButton to="/country-salesman" search={{ ...(country && { country }), ...(brand && { brand }) }}>
    {texts.assignments}
  </LinkButton>
);

type AccountsProps = { user: User; accounts: readonly UserViewer[] };

const AccountsWithAccess = ({ user, accounts }: AccountsProps) => (
  <>
    <h3 className={styles.heading}>{texts.seen(accounts.length)}</h3>
    <AccountList user={user} accounts={accounts} />
  </>
);

function AccountList({ user, accounts }: AccountsProps) {
  const listReasons = useReasons(user);
  return (
    <ItemList>
      {accounts.map((account) => (
        <ItemRow
          key={account.userId}
          icon={account.sees ? Eye : EyeOff}
          title={`${formatUser(account)} (${formatProfile(account.profileID)})`}
          facts={account.sees ? [...listReasons(account), describePermissions(account)] : listReasons(account)}
        />
      ))}
    </ItemList>
  );
}

/** Returns a function that lists the reasons why a member of staff sees the user or does not. */
function useReasons({ country, brand }: User): (account: UserViewer) => string[] {
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
  const permissionTexts = [
    ...(permissions.includes('users.edit') ? [texts.may.edit] : []),
    ...(permissions.includes('users.delete') ? [texts.may.remove] : []),
    ...(permissions.includes('license.generate') ? [texts.may.issue] : []),
  ];
  return permissionTexts.length === 0 ? texts.may.view : formatList(permissionTexts);
}
