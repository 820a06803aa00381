import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { MAX_MESSAGE_LENGTH, MAX_SENDER_LENGTH } from '../../../api/contract/mail.ts';
import { call } from '../../lib/api.ts';
import { FormAlert, useSubmit } from '../auth/FormAlert.tsx';
import { useCheck } from '../auth/useCheck.tsx';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Field, TextAreaField, useIsHydrated } from '../ui/Field.tsx';

const FIELDS = ['name', 'email', 'message'] as const;
type FieldName = (typeof FIELDS)[number];

/** Sends a message to the owner of the site. What was typed stays until it's sent. */
export function ContactForm({ replyTime }: { replyTime: string }) {
  const [sent, setSent] = useState<string | null>(null);
  if (sent === null) return <MessageForm onSent={setSent} />;
  return <Sent message={`${sent} We usually reply ${replyTime}.`} onAgain={() => setSent(null)} />;
}

function MessageForm({ onSent }: { onSent: (message: string) => void }) {
  const ready = useIsHydrated();
  const alertId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { checked, check } = useCheck({
    from: 'POST /api/contact/challenge',
    against: 'automated messages',
  });
  const { busy, error, submit, reject } = useSubmit(({ message }) => {
    const field = form.current?.elements.namedItem(fieldIn(message) ?? firstEmpty(form.current));
    if (field instanceof HTMLElement) field.focus();
  });
  const wrong = error && fieldIn(error.message);
  const errorId = (name: FieldName) => (wrong === name ? { errorId: alertId } : {});

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = valuesOf(event.currentTarget);
    if (FIELDS.some((name) => values[name] === '')) {
      return reject({ message: 'Please fill out all the fields.' });
    }
    void submit(async () => {
      const { message } = await checked((solved) =>
        call('POST /api/contact', {
          body: { ...values, ...(solved && { check: solved }) },
        }),
      );
      onSent(message);
    });
  };

  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-busy={busy}
      className="grid gap-5"
      onSubmit={send}
    >
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={MAX_SENDER_LENGTH}
        required
        {...errorId('name')}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        hint="We only use it to reply."
        required
        {...errorId('email')}
      />
      <TextAreaField
        label="Message"
        {...errorId('message')}
        name="message"
        rows={8}
        maxLength={MAX_MESSAGE_LENGTH}
        required
        dir="auto"
      />
      {check}
      <FormAlert id={alertId} error={error} />
      <Button
        type="submit"
        className="justify-self-start"
        busy={busy}
        busyLabel="Sending..."
        disabled={!ready}
      >
        Send Message
      </Button>
    </form>
  );
}

function Sent({ message, onAgain }: { message: string; onAgain: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="grid justify-items-start gap-4">
      <Alert tone="success">{message}</Alert>
      <button
        type="button"
        className="link inline-flex min-h-11 items-center text-sm"
        onClick={onAgain}
      >
        Write another message
      </button>
    </div>
  );
}

function valuesOf(form: HTMLFormElement) {
  const given = new FormData(form);
  const text = (name: string) => String(given.get(name) ?? '').trim();
  return { name: text('name'), email: text('email'), message: text('message') };
}

/** The server's messages start with the name of the field. */
function fieldIn(message: string): FieldName | undefined {
  return FIELDS.find((name) => message.toLowerCase().startsWith(`${name} `));
}

function firstEmpty(form: HTMLFormElement | null): FieldName {
  const values = form && valuesOf(form);
  return FIELDS.find((name) => values?.[name] === '') ?? 'message';
}
