import { Suspense } from 'react';
import { userHistory as texts } from '#portal/messages/en/user-history.ts';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { lazyPart } from '#portal/loading/lazy-part.tsx';

// Nobody needs it before he opens it.
const AccountSteps = lazyPart(async () => (await import('./account-steps.tsx')).AccountSteps);

type AccountHistoryProps = {
  /** A user, or the request that he began as. */
  account: { userId: number; version: number };
  startsOpen?: boolean;
};

/** What became of an account so far, for those who want to see it. */
export const AccountHistory = ({ account: { userId, version }, startsOpen = false }: AccountHistoryProps) => (
  <Disclosure label={texts.title} startsOpen={startsOpen}>
    {() => (
      <Suspense fallback={<Skeleton height="6rem" />}>
        <AccountSteps userId={userId} version={version} />
      </Suspense>
    )}
  </Disclosure>
);
