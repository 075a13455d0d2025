import { OpenQuestions } from '#portal/features/help-requests/open-questions.tsx';
import { MachinesCard } from '#portal/features/license-admin/machines-card.tsx';
import { NewestLicenses } from '#portal/features/licenses/newest-licenses.tsx';
import { renderRevoke } from './user-licenses.tsx';

type CustomerSectionsProps = { userId: number; /** Why this user gets no licence now. */ shut?: string | undefined };

/** What waits for an answer, the PCs, and the newest licences of a customer. */
export const CustomerSections = ({ userId, shut }: CustomerSectionsProps) => (
  <>
    <OpenQuestions userId={userId} />
    <MachinesCard userId={userId} />
    <NewestLicenses userId={userId} shut={shut} renderDeeds={renderRevoke} />
  </>
);
