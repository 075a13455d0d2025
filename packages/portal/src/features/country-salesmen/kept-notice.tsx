import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { ScrolledIntoView } from '#portal/ui/layout/scrolled-into-view.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import type { KeptRow } from './delete-assignments.tsx';
import type { Names } from './names.ts';

type KeptNoticeProps = { kept: readonly KeptRow[]; names: Names; onDismiss: () => void };

/** Lists the rows that were not deleted, with the reason; it stays until it is dismissed. */
export const KeptNotice = ({ kept, names, onDismiss }: KeptNoticeProps) => (
  <ScrolledIntoView cause={kept}>
    <Notice
      tone="warn"
      role="alert"
      title={texts.deletion.kept(kept.length)}
      actions={<Button onClick={onDismiss}>{texts.deletion.dismiss}</Button>}
    >
      <ul>
        {kept.map(({ assignment, reason }) => (
          <li key={assignment.id}>{texts.deletion.keptLine(names.assignment(assignment), reason)}</li>
        ))}
      </ul>
    </Notice>
  </ScrolledIntoView>
);
