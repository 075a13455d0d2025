import { Save } from 'lucide-react';
import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { forms as texts } from '#portal/texts/forms.ts';
import { ui } from '#portal/texts/ui.ts';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { VisuallyHidden, type Elements } from '#portal/ui/layout/layout.tsx';
import styles from './save-bar.module.css';
import { useWatch } from 'react-hook-form';

type SaveBarProps = {
  /** The label of the submit button, verb and object: "Save changes". */
  submit: string;
  busy: boolean;
  /** The path to which Cancel leads. */
  back: string;
  /** Whether the values of the form differ from what is stored. */
  isChanged: boolean;
  /** Whether the form creates a record. A new record can be saved without a change, so the buttons are always visible. */
  isNew?: boolean;
  /** The result of the last submission, shown above the buttons. */
  children?: Elements;
};

/**
 * The buttons at the end of a form with its own page: save, or cancel. The buttons appear when the form has unsaved changes, and then stay
 * at the bottom of the window until the end of the form is visible. A save bar must be a direct child of the grid of the form.
 */
export function SaveBar({ children, isChanged, isNew = false, ...buttons }: SaveBarProps) {
  const unchangedText = useRef<HTMLSpanElement>(null);
  return (
    <>
      {children}
      {isChanged && <StuckBar {...buttons} onEnd={() => unchangedText.current?.focus({ preventScroll: true })} />}
      {!isChanged && isNew && <BarButtons {...buttons} />}
      {!isNew && (
        <VisuallyHidden ref={unchangedText} tabIndex={-1}>
          {!isChanged && texts.unchanged}
        </VisuallyHidden>
      )}
    </>
  );
}

type ButtonsProps = Pick<SaveBarProps, 'submit' | 'busy' | 'back'>;

/** When the bar disappears after saving, the focus moves from the button in the bar to the text that replaces the bar. */
function StuckBar({ onEnd, ...buttons }: ButtonsProps & { onEnd: () => void }) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const barElement = bar.current;
    if (barElement !== null) uncoverFocus(barElement);
    return () => {
      if (barElement?.contains(document.activeElement)) onEnd();
    };
    // The effect runs when the bar appears and disappears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div ref={bar} className={styles.bar} data-chrome>
      <output className={styles.state}>{texts.unsaved}</output>
      <BarButtons {...buttons} />
    </div>
  );
}

/** Scrolls the control with the focus so that the bar, which has just appeared, does not cover it (WCAG 2.4.11). */
function uncoverFocus(barElement: HTMLElement): void {
  const control = document.activeElement;
  if (control === null || !barElement.parentElement?.contains(control)) return;
  if (control.getBoundingClientRect().bottom > barElement.getBoundingClientRect().top)
    control.scrollIntoView({ block: 'nearest' });
}

const BarButtons = ({ submit, busy, back }: ButtonsProps) => (
  <div className={styles.buttons}>
    <Button type="submit" variant="primary" busy={busy} icon={<Save aria-hidden="true" />}>
      {submit}
    </Button>
    <LinkButton to={back} variant="quiet">
      {ui.cancel}
    </LinkButton>
    <span className={styles.shortcut}>{texts.submitShortcut}</span>
  </div>
);

type FormSaveBarProps = Omit<ComponentProps<typeof SaveBar>, 'isChanged'> & { isDirty: () => boolean };

/** The save bar of a form of React Hook Form. While the user types, only the save bar is rendered again, not the whole form. */
export function FormSaveBar({ isDirty, ...bar }: FormSaveBarProps) {
  useWatch();
  return <SaveBar {...bar} isChanged={isDirty()} />;
}
