import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { api } from '../../lib/api.ts';
import {
  forgetSuggestion,
  readSuggestion,
  type SuggestedUsername,
} from '../../lib/suggested-username.ts';
import { $user, updateSuccess } from '../../stores/session.ts';
import { toast } from '../../stores/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

interface Props {
  suggestion: SuggestedUsername;
  onDone: () => void;
}

/**
 * Asks the owner of a new Google account under which name they want to appear. It covers nothing that
 * they came for: they can read on, and answer later or never.
 */
function ChooseUsername({ suggestion, onDone }: Props) {
  const titleId = useId();
  const card = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  // Announced, and next for the keyboard, without opening a phone's own.
  useEffect(() => card.current?.focus({ preventScroll: true }), []);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      const username = field.current?.value.trim() ?? '';
      updateSuccess(await api.updateUser(suggestion.userId, { username }));
      toast('Username saved');
      onDone();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
      setBusy(false);
      field.current?.focus();
    }
  };

  return (
    <div
      ref={card}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="corner-card"
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
    >
      <h2 id={titleId} className="font-semibold text-xl">
        Choose your username
      </h2>
      <p className="mt-2 text-soft text-sm">
        It appears next to your comments, where everyone can see it. You can change it later in your
        profile.
      </p>
      <form noValidate className="mt-5" aria-busy={busy} onSubmit={save}>
        <Field
          ref={field}
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={suggestion.username}
          error={error}
        />
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onDone}>
            Not now
          </Button>
          <Button type="submit" busy={busy} busyLabel="Saving...">
            Save
          </Button>
        </div>
      </form>
    </div>
  );
}

/** Shows the question, when there is one for the user who is signed in. */
export function showChooseUsername(): void {
  const user = $user.get();
  const suggestion = user && readSuggestion(user._id);
  if (!suggestion) {
    forgetSuggestion();
    return;
  }
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const done = () => {
    forgetSuggestion();
    root.unmount();
    place.remove();
    stop();
  };
  // Signed out, here or in another tab.
  const stop = $user.listen((now) => now?._id !== suggestion.userId && done());
  root.render(<ChooseUsername suggestion={suggestion} onDone={done} />);
}
