import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

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
