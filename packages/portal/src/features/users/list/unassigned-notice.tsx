import { users as texts } from '#portal/texts/users.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';

/** Tells a salesman that no country is assigned to them, which is why a page is empty. */
export const UnassignedNotice = () => (
  <Notice tone="warn" title={texts.unassigned.title}>
    <p>{texts.unassigned.text}</p>
  </Notice>
);
