import { Save } from 'lucide-react';
import type { ComponentProps } from 'react';
import { forms as texts } from '#portal/texts/forms.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import styles from './save-bar.module.css';
import { useWatch } from 'react-hook-form';

type SaveBarProps = {
  /** The label of the submit button, verb and object: "Save changes". */
  submit: string;
  /** The icon of the submit button, if it does something else than saving. */
  icon?: Elements;
  busy: boolean;
  /** The path to which Cancel leads. */
  back: string;
  /** Whether the values of the form differ from what is stored. */
  isChanged: boolean;
  /** Whether the form creates a record. A new record can be saved without a change. */
  isNew?: boolean;
  /** Another decision beside the submit button. */
  otherAction?: Elements;
  /** The result of the last submission, shown above the buttons. */
  children?: Elements;
};

/**
 * The buttons at the end of a form with its own page: save, or cancel. They stay at the bottom of the window until the end of the form is
 * visible. Without a change there is nothing to save, so the button is disabled, but keeps its place and the focus. A save bar must be a direct
 * child of the grid of the form.
 */
export function SaveBar({ children, isChanged, isNew = false, submit, icon, busy, back, otherAction }: SaveBarProps) {
  const isIdle = !isNew && !isChanged;
  return (
    <>
      {children}
      <div className={styles.bar} data-chrome data-sticks>
        <output className={styles.state} data-changed={isChanged || undefined}>
          {isChanged ? texts.unsaved : isNew ? '' : texts.unchanged}
        </output>
        {icon === undefined && <span className={styles.shortcut}>{texts.submitShortcut}</span>}
        <div className={styles.buttons}>
          <LinkButton to={back} variant="quiet">
            {ui.cancel}
          </LinkButton>
          {otherAction}
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            icon={icon ?? <Save aria-hidden="true" />}
            aria-disabled={isIdle || undefined}
            data-idle={isIdle || undefined}
            onClick={(event) => isIdle && event.preventDefault()}
          >
            {submit}
          </Button>
        </div>
      </div>
    </>
  );
}

type FormSaveBarProps = Omit<ComponentProps<typeof SaveBar>, 'isChanged'> & { isDirty: () => boolean };

/** The save bar of a form of React Hook Form. While the user types, only the save bar is rendered again, not the whole form. */
export function FormSaveBar({ isDirty, ...bar }: FormSaveBarProps) {
  useWatch();
  return <SaveBar {...bar} isChanged={isDirty()} />;
}
