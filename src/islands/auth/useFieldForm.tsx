import { type SubmitEvent, useId, useRef } from 'react';
import { FormAlert, useSubmit } from './FormAlert.tsx';

interface Options {
  missing: string;
  /** Sends the trimmed value. Errors that it throws are shown in `alert`. */
  onSubmit: (value: string) => Promise<void>;
}

/** A form with one uncontrolled field, which gets the focus after an error. */
export function useFieldForm({ missing, onSubmit }: Options) {
  const alertId = useId();
  const field = useRef<HTMLInputElement>(null);
  const { error, ...sending } = useSubmit(() => {
    field.current?.focus();
    field.current?.select();
  });
  const form = {
    method: 'post',
    noValidate: true,
    'aria-busy': sending.busy,
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      if (sending.busy) return;
      const value = field.current?.value.trim() ?? '';
      if (value === '') sending.reject({ message: missing });
      else void sending.submit(() => onSubmit(value));
    },
  } as const;
  return {
    ...sending,
    form,
    control: { ref: field, errorId: error ? alertId : undefined },
    alert: <FormAlert id={alertId} error={error} />,
  };
}
