import type { ComponentProps } from 'react';

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
