import { countrySalesmen as texts } from '#portal/messages/en/country-salesmen.ts';
import { BroughtIntoView } from '#portal/ui/brought-into-view.tsx';
import { Button } from '#portal/ui/button.tsx';
import { Notice } from '#portal/ui/notice.tsx';
import type { Kept } from './delete-assignments.tsx';
import type { Names } from './names.ts';

type KeptNoticeProps = { kept: readonly Kept[]; names: Names; onDismiss: () => void };

/** Which rows were not deleted, and why; it stays until it is dismissed. */
export const KeptNotice = ({ kept, names, onDismiss }: KeptNoticeProps) => (
  <BroughtIntoView cause={kept}>
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
  </BroughtIntoView>
);
