import { useEffect, useRef, type ChangeEvent, type ComponentProps, type ReactNode } from 'react';
import { Actions } from '#portal/ui/buttons/button.tsx';
import { Form, useSubmitKey } from './form.tsx';
import { TextArea } from '../fields/form-field.tsx';
import styles from './text-entry.module.css';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type TextEntryProps = Pick<ComponentProps<typeof TextArea>, 'label' | 'hint' | 'error' | 'rows' | 'autoCapitalize'> & {
  text: string;
  /** Called for each change of the text; `isPastedOrDropped` is false for typed text. */
  onChange: (text: string, isPastedOrDropped: boolean) => void;
  onSubmit: () => void;
  /** The field has the focus at the start, and again after each submission while it is still shown. */
  keepsFocus?: boolean;
  /** The submit button, and other ways to enter the text. */
  actions: ReactNode;
  children?: Elements;
};

/** A field for text that another program created: pasted, dropped or typed. Ctrl+Enter submits it. */
export function TextEntry({
  text,
  onChange,
  onSubmit,
  keepsFocus = false,
  actions,
  children,
  ...field
}: TextEntryProps) {
  const formRef = useSubmitKey();
  const textArea = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (keepsFocus) textArea.current?.focus();
  }, [keepsFocus]);
  return (
    <Form
      ref={formRef}
      className={styles.entry}
      onSubmit={() => {
        onSubmit();
        if (keepsFocus) textArea.current?.focus();
      }}
    >
      <TextArea
        {...field}
        ref={textArea}
        name="text" // The text is kept by its name when it was entered before the portal ran.
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value, isPastedOrDropped(event))}
      />
      <Actions>{actions}</Actions>
      {children}
    </Form>
  );
}

const isPastedOrDropped = ({ nativeEvent }: ChangeEvent<HTMLTextAreaElement>): boolean =>
  nativeEvent instanceof InputEvent && /^insertFrom(?:Paste|Drop)/.test(nativeEvent.inputType);
