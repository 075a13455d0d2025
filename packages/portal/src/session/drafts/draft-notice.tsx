import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import type { FormDraft } from './use-draft.ts';

const RestoredNotice = createLazyPart(async () => (await import('./restored-notice.tsx')).RestoredNotice);

/** Says that a form was filled in from a draft, and offers to discard the draft. The notice is loaded only if there is a draft. */
export const DraftNotice = ({ draft: { restoredAt, discard } }: { draft: FormDraft }) =>
  restoredAt !== null && (
    <OptionalPart>
      <RestoredNotice restoredAt={restoredAt} discard={discard} />
    </OptionalPart>
  );
