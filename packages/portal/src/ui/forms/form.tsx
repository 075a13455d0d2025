import { useEffect, useRef, type ComponentProps, type RefObject } from 'react';

type FormProps = Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> & { onSubmit: () => unknown };

/** A form whose values are sent by a script. The fields of the form show their own errors, so the browser shows none. */
export const Form = ({ onSubmit, ...formProps }: FormProps) => (
  <form
    {...formProps}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);

/** Submits a form by Ctrl+Enter (⌘Enter) from any of its fields, for forms in which Enter has another meaning. */
export function useSubmitKey(): RefObject<HTMLFormElement | null> {
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const formElement = formRef.current;
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      formElement?.requestSubmit();
    };
    formElement?.addEventListener('keydown', handleKey);
    return () => formElement?.removeEventListener('keydown', handleKey);
  }, []);
  return formRef;
}
