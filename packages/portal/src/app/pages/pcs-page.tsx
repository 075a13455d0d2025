import { PcsPage } from '#portal/features/license-admin/seats/pcs-page.tsx';
import { PcsTabs } from '../sections/pcs-tabs.tsx';

/** The page of the own PCs, with the way to all licences, which are another feature. */
export const ComposedPcsPage = () => <PcsPage tabs={<PcsTabs />} />;
