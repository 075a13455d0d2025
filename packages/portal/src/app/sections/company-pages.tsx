import { CompanyPage } from '#portal/features/companies/company-page.tsx';
import { OwnCompanyPage } from '#portal/features/companies/own-company-page.tsx';
import type { RenderRelease } from '#portal/features/companies/pcs/pc-actions.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';

const ReleaseCompanyPc = createLazyPart(
  async () => (await import('#portal/features/license-admin/seats/release-company-pc.tsx')).ReleaseCompanyPc,
  { isLate: true },
);

const renderRelease: RenderRelease = ({ machineId, name, owner }, onDone) => (
  <OptionalPart>
    <ReleaseCompanyPc userId={owner.userId} machineId={machineId} machineName={name} onDone={onDone} />
  </OptionalPart>
);

/** The page of a company for staff, and the own company of a user, with the removal of a PC, which is another feature. */
export const ComposedCompanyPage = () => <CompanyPage renderRelease={renderRelease} />;
export const ComposedOwnCompanyPage = () => <OwnCompanyPage renderRelease={renderRelease} />;
