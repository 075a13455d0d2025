import { account } from '#portal/texts/account.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { AccountTabs } from '../sections/account-tabs.tsx';
import { SignInSettings } from '../sections/sign-in-settings.tsx';

/** The part of My Account about how the user signs in, and where. */
export const ComposedSecurityPage = () => (
  <>
    <PageHeading title={account.title} />
    <AccountTabs />
    <SignInSettings />
  </>
);
