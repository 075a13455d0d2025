import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { ScrolledIntoView } from '#portal/ui/layout/scrolled-into-view.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import type { NotDeletedRow } from './delete-assignments.tsx';
import type { NameFormatter } from './name-formatter.ts';

type NotDeletedNoticeProps = { notDeleted: readonly NotDeletedRow[]; names: NameFormatter; onDismiss: () => void };

/** Lists the rows that were not deleted, with the reasons. The notice is shown until the user dismisses it. */
export const NotDeletedNotice = ({ notDeleted, names, onDismiss }: NotDeletedNoticeProps) => (
  <ScrolledIntoView cause={notDeleted}>
    <Notice
      tone="warn"
      role="alert"
      title={texts.deletion.kept(notDeleted.length)}
      actions={<Button onClick={onDismiss}>{texts.deletion.dismiss}</Button>}
    >
      <ul>
        {notDeleted.map(({ assignment, reason }) => (
          <li key={assignment.id}>{texts.deletion.keptLine(names.assignment(assignment), reason)}</li>
        ))}
      </ul>
    </Notice>
  </ScrolledIntoView>
);
