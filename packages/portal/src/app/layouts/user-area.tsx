import { ChevronDown } from 'lucide-react';
import { header as texts } from '#portal/texts/header.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { Popover } from '#portal/ui/overlays/popover.tsx';
import { Tooltip } from '#portal/ui/overlays/tooltip.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import styles from './user-area.module.css';

// The menu is loaded after the data of the page, because the page is first shown without it.
const AccountMenu = createLazyPart(async () => (await import('./account-menu.tsx')).AccountMenu, { isLate: true });

/**
 * The name and e-mail address of the signed-in user: cut off at the specified width, and shown in full on hover and
 * focus. The name opens the account menu.
 */
export function UserArea({ onShortcuts }: { onShortcuts: () => void }) {
  const { userFirstName, userLastName, userEmail } = useUser();
  const name = `${userFirstName} ${userLastName}`.trim();
  return (
    <Popover
      label={texts.accountMenu}
      renderTrigger={(triggerProps) => (
        <Tooltip
          whenTruncated
          text={
            <>
              <strong>{name}</strong>
              <br />
              <span>{userEmail}</span>
            </>
          }
        >
          {(anchorProps) => (
            <button type="button" className={styles.area} aria-haspopup="dialog" {...triggerProps} {...anchorProps}>
              <VisuallyHidden>{texts.signedInAs} </VisuallyHidden>
              <span className={styles.name}>{name}</span>
              <ChevronDown aria-hidden="true" />
              <span className={styles.email}>{userEmail}</span>
            </button>
          )}
        </Tooltip>
      )}
    >
      {(_closeProps, close) => (
        <OptionalPart>
          <AccountMenu name={name} email={userEmail} onShortcuts={onShortcuts} onClose={close} />
        </OptionalPart>
      )}
    </Popover>
  );
}
