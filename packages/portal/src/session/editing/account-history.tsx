import { Suspense } from 'react';
import { userHistory as texts } from '#portal/texts/user-history.ts';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';

// The history is loaded only when a user opens it.
const AccountSteps = createLazyPart(async () => (await import('./account-steps.tsx')).AccountSteps);

type AccountHistoryProps = {
  /** A user, or the request for an account from which the user was created. */
  account: { userId: number; version: number };
  startsOpen?: boolean;
};

/** The history of an account, loaded when it is opened. */
export const AccountHistory = ({ account: { userId, version }, startsOpen = false }: AccountHistoryProps) => (
  <Disclosure label={texts.title} startsOpen={startsOpen}>
    {() => (
      <Suspense fallback={<Skeleton height="6rem" />}>
        <AccountSteps userId={userId} version={version} />
      </Suspense>
    )}
  </Disclosure>
);
