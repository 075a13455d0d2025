import { useId } from 'react';
import { ui as texts } from '#portal/texts/ui.ts';
import { Form } from '#portal/ui/forms/form.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import type { ButtonProps } from '#portal/ui/buttons/button.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { Dialog } from './dialog.tsx';
import type { Elements } from '#portal/ui/layout/elements.ts';

type FormDialogProps = Pick<ButtonProps, 'variant' | 'icon' | 'busy' | 'disabled'> & {
  title: string;
  submitLabel: string;
  onSubmit: () => unknown;
  onClose: () => void;
  /** The fields of the form, below each other. */
  children: Elements;
};

/** A dialog with a form, a Cancel button and a submit button. */
export function FormDialog({ title, submitLabel, onSubmit, onClose, children, ...submitButton }: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={formId} variant="primary" {...submitButton}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={onSubmit}>
        <Stack>{children}</Stack>
      </Form>
    </Dialog>
  );
}
