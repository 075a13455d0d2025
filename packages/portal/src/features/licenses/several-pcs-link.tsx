import { MonitorCog } from 'lucide-react';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { useLicenseOwner } from './license-owner.ts';

/** Shows a link to the page for several codes. The address of the link names the same owner of the licences. */
export function SeveralPcsLink() {
  const { userId, isOtherUser } = useLicenseOwner();
  return (
    <Allowed any={['license.generate']}>
      <LinkButton
        to="/license/many"
        {...(isOtherUser && { search: { user: userId } })}
        icon={<MonitorCog aria-hidden="true" />}
      >
        {texts.severalPcs}
      </LinkButton>
    </Allowed>
  );
}
