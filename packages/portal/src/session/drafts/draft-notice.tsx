import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import type { FormDraft } from './use-form-draft.ts';

const RestoredNotice = createLazyPart(async () => (await import('./restored-notice.tsx')).RestoredNotice);

/** Says that a form was filled in from an earlier draft, and offers to discard it. Loaded only where there is one. */
export const DraftNotice = ({ draft: { restoredAt, discard } }: { draft: FormDraft }) =>
  restoredAt !== null && (
    <OptionalPart>
      <RestoredNotice restoredAt={restoredAt} discard={discard} />
    </OptionalPart>
  );
