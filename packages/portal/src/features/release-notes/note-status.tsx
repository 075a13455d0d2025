import type { ReleaseNote } from '@basics/contract/release-notes.ts';
import { CircleCheck, FilePen } from 'lucide-react';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';

export const NoteStatus = ({ status }: Pick<ReleaseNote, 'status'>) =>
  status === 'published' ? (
    <StatusBadge tone="ok" icon={CircleCheck}>
      {texts.statuses.published}
    </StatusBadge>
  ) : (
    <StatusBadge tone="neutral" icon={FilePen}>
      {texts.statuses.draft}
    </StatusBadge>
  );
