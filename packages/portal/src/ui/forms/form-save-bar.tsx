import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { SaveBar } from './save-bar.tsx';

type FormSaveBarProps = Omit<ComponentProps<typeof SaveBar>, 'isChanged'> & { isDirty: () => boolean };

/** The save bar of a form of React Hook Form. While the user types, only the save bar is rendered again, not the whole form. */
export function FormSaveBar({ isDirty, ...bar }: FormSaveBarProps) {
  useWatch();
  return <SaveBar {...bar} isChanged={isDirty()} />;
}
