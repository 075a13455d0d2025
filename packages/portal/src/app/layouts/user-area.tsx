import { Link } from '@tanstack/react-router';
import { header as texts } from '#portal/texts/header.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Tooltip } from '#portal/ui/overlays/tooltip.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import styles from './user-area.module.css';

/** The signed-in user, cut off at the specified width; shown in full on hover and focus. */
export function UserArea() {
  const { userFirstName, userLastName, userEmail } = useUser();
  const name = `${userFirstName} ${userLastName}`.trim();
  return (
    <Tooltip
      whenTruncated
      text={
        <>
          <strong>{name}</strong>
          <br />
          {userEmail}
        </>
      }
    >
      {(anchorProps) => (
        <Link to="/account" className={styles.area ?? ''} {...anchorProps}>
          <VisuallyHidden>{texts.signedInAs} </VisuallyHidden>
          <span className={styles.name}>{name}</span>
          <span className={styles.email}>{userEmail}</span>
        </Link>
      )}
    </Tooltip>
  );
}
