import type { HomeFigures } from '@basics/contract/home.ts';
import { Link } from '@tanstack/react-router';
import { formatMoment } from '#portal/messages/times.ts';
import { home as texts } from '#portal/texts/home.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';

/** Warns administrators that the same password was tried at many accounts, with a link to the entries of the audit log. */
export const SprayingNotice = ({ spraying }: { spraying: NonNullable<HomeFigures['spraying']> }) => (
  <Notice tone="warn" title={texts.spraying.title}>
    <p>{texts.spraying.count(spraying.passwords, formatMoment(spraying.latest))}</p>
    <p>
      <Link to="/admin/audit" search={{ action: 'session.passwordSprayed' }}>
        {texts.spraying.show}
      </Link>
    </p>
  </Notice>
);
