import { formatProfile } from '#portal/messages/names.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { account as texts } from '#portal/texts/account.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Fact, Facts } from '#portal/ui/content/facts.tsx';
import { Card, Sections, type Elements } from '#portal/ui/layout/layout.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import styles from './account-page.module.css';

type AccountPageProps = {
  /** The links to the other parts of My Account. */
  tabs: Elements;
  /** Whether only the children are shown, while the rest of the page waits for its first part. */
  isWaiting?: boolean;
  /** What the profile of the user needs before the fields of the account. */
  first?: Elements;
  /** The fields that a user may change in their own account, the company and the tools. */
  details?: Elements;
  /** Which reminders the user gets, and who else gets them. */
  reminders?: Elements;
  children?: Elements;
};

/** Shows the signed-in user, with the cards of other features below. */
export function AccountPage({ tabs, first, isWaiting = false, details, reminders, children }: AccountPageProps) {
  const { setup, brand } = useSetup();
  const user = useUser();
  const name = `${user.userFirstName} ${user.userLastName}`.trim();
  const ownBrand = setup.brands.find(({ id }) => id === user.brand);
  return (
    <>
      <PageHeading title={texts.title} />
      {tabs}
      <Sections>
        {first}
        {!isWaiting && (
          <Card title={texts.about}>
            <Facts>
              <Fact name={texts.name}>{name || texts.noName}</Fact>
              <Fact name={texts.email}>{user.userEmail}</Fact>
              <Fact name={texts.profile}>{formatProfile(user.profileID)}</Fact>
              <Fact name={texts.brand}>{ownBrand?.name ?? texts.noBrand}</Fact>
            </Facts>
            {details}
            <p className={styles.wrong}>
              {texts.wrong} <a href={`mailto:${brand.supportEmail}`}>{texts.contact}</a>
            </p>
          </Card>
        )}
        {reminders && <Card title={texts.reminders}>{reminders}</Card>}
        {children}
      </Sections>
    </>
  );
}
