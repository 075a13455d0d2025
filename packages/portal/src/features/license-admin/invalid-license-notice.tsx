import type { LicenseDetails } from '@basics/contract/license-admin.ts';
import { licenseAdmin as texts } from '#portal/texts/license-admin.ts';
import { formatDay, formatMoment } from '#portal/messages/times.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';

/** Explains why a licence is no longer valid, and whether it still works on its PC. */
export function InvalidLicenseNotice({ license }: { license: LicenseDetails }) {
  const { revoked, replacedAt, machine, expiryDate, history, licenseId } = license;
  if (revoked) {
    return (
      <Notice tone="danger" title={texts.panel.revokedTitle(formatMoment(revoked.at), revoked.by ?? '')}>
        <p>{revoked.reason}</p>
      </Notice>
    );
  }
  if (replacedAt === null) return null;
  const isNewest = history[0]?.licenseId === licenseId;
  if (machine.releasedAt !== null && isNewest) {
    return (
      <Notice tone="warn" title={texts.panel.goneTitle(formatMoment(machine.releasedAt))}>
        <p>{texts.panel.goneText(formatDay(expiryDate))}</p>
      </Notice>
    );
  }
  return <Notice tone="info" title={texts.panel.replacedTitle(formatMoment(replacedAt))} />;
}
