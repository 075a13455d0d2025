import { account } from '#portal/texts/account.ts';
import { PageTabs } from '#portal/ui/headings/page-tabs.tsx';

/** The two parts of My Account. */
export const AccountTabs = () => (
  <PageTabs
    label={account.title}
    tabs={[
      { label: account.tabs.settings, to: '/account' },
      { label: account.tabs.security, to: '/account/security' },
    ]}
  />
);
