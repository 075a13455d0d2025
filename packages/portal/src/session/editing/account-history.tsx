import { userHistory as texts } from '#portal/texts/user-history.ts';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { AccountSteps } from './account-steps.tsx';

type AccountHistoryProps = {
  /** A user, or the request for an account from which the user was created. */
  account: { userId: number; version: number };
  startsOpen?: boolean;
};

/** The history of an account, loaded when it is opened. */
export const AccountHistory = ({ account: { userId, version }, startsOpen = false }: AccountHistoryProps) => (
  <Disclosure label={texts.title} startsOpen={startsOpen}>
    {() => <AccountSteps userId={userId} version={version} />}
  </Disclosure>
);
