import { RestoredNotice } from './restored-notice.tsx';
import type { FormDraft } from './use-draft.ts';

/** Says that a form was filled in from a draft, and offers to discard the draft. */
export const DraftNotice = ({ draft: { restoredAt, discard } }: { draft: FormDraft }) =>
  restoredAt !== null && <RestoredNotice restoredAt={restoredAt} discard={discard} />;
