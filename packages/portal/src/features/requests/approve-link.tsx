import { Link } from '@tanstack/react-router';
import { UserCheck } from 'lucide-react';
import { requests as texts } from '#portal/texts/requests.ts';
import buttons from '#portal/ui/layout/button.module.css';
import { joinClasses } from '#portal/ui/layout/classes.ts';

/** Links to the form that approves the request; it stores in the history which request the list opens afterwards. */
export const ApproveLink = ({ userId, after }: { userId: number; after: Record<string, unknown> }) => (
  <Link
    to={`/users/${userId}/create`}
    state={{ afterDecision: after }}
    className={joinClasses(buttons['button'], buttons['primary'])}
    data-autofocus
    data-key="approve"
  >
    <UserCheck aria-hidden="true" />
    {texts.panel.approve}
  </Link>
);
