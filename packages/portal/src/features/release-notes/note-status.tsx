import type { ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { StatusBadge } from '#portal/ui/content/facts.tsx';

export const NoteStatus = ({ status }: Pick<ReleaseNote, 'status'>) =>
  status === 'published' ? (
    <StatusBadge tone="ok">{texts.statuses.published}</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">{texts.statuses.draft}</StatusBadge>
  );
