import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Answer } from '../../../lib/api-types.ts';
import { Field, TextAreaField } from '../../ui/Field.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Panel } from '../overview/Panel.tsx';
import {
  type CommentForm,
  errorsIn,
  type FormErrors,
  toForm,
  toStored,
} from './comment-settings.ts';
import { SaveRow } from './SaveRow.tsx';
import { useSettings } from './useSettings.ts';

const HOLD: { value: CommentForm['commentHold']; label: string }[] = [
  { value: 'none', label: 'None: comments appear right away' },
  { value: 'first', label: 'Comments by members who have no approved comment yet' },
  { value: 'links', label: 'Comments with links' },
  { value: 'all', label: 'All comments' },
];

/** What users typed and didn't save, by user, so that a look at another tab loses nothing. */
const unsaved = new Map<string, Partial<CommentForm>>();

export function CommentSettings({ userId }: { userId: string }) {
  const { settings, change } = useSettings();
  return (
    <Panel title="Comments" query={settings} skeleton={<RowsSkeleton count={5} />}>
      {(data) => (
        <SettingsForm
          stored={data}
          userId={userId}
          busy={change.isPending}
          onSave={(form) => change.mutateAsync(toStored(form))}
        />
      )}
    </Panel>
  );
}

interface FormProps {
  stored: Answer<'GET /api/settings'>;
  userId: string;
  busy: boolean;
  onSave: (form: CommentForm) => Promise<unknown>;
}

function SettingsForm({ stored, userId, busy, onSave }: FormProps) {
  const saved = toForm(stored);
  /** Only the fields that were changed, so that the others follow the server. */
  const [changes, setChanges] = useState(() => unsaved.get(userId) ?? {});
  useEffect(() => void unsaved.set(userId, changes), [userId, changes]);
  const [errors, setErrors] = useState<FormErrors>({});
  const element = useRef<HTMLFormElement>(null);
  const form = { ...saved, ...changes };
  const isChanged = JSON.stringify(form) !== JSON.stringify(saved);
  useWarning(isChanged);
  const set = (change: Partial<CommentForm>) => {
    setChanges({ ...changes, ...change });
    // A message about an earlier value would be wrong.
    const names = Object.keys(change) as (keyof CommentForm)[];
    setErrors(
      Object.fromEntries(
        Object.entries(errors).filter(([name]) => !names.includes(name as keyof CommentForm)),
      ),
    );
  };
  const discard = () => {
    setChanges({});
    setErrors({});
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a failed attempt to save
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const found = errorsIn(form);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    try {
      await onSave(form);
      setChanges({});
    } catch {
      // The mutation has shown the message. What was typed stays.
    }
  };
  return (
    <form ref={element} noValidate className="mt-1 grid gap-5" onSubmit={save}>
      <HoldChoice value={form.commentHold} onChange={(commentHold) => set({ commentHold })} />
      <TextAreaField
        label="Blocked words and sites"
        hint="Comments with one of them wait for approval. One per line, such as casino or example.com. Sites include their subdomains, and words match whole words only."
        error={errors.commentBlockList}
        className="max-w-xl"
        rows={5}
        spellCheck={false}
        value={form.commentBlockList}
        onChange={({ target }) => set({ commentBlockList: target.value })}
      />
      <div className="grid max-w-xl gap-5 sm:grid-cols-2">
        {NUMBERS.map(({ name, label, hint }) => (
          <Field
            key={name}
            label={label}
            hint={hint}
            error={errors[name]}
            inputMode="numeric"
            autoComplete="off"
            value={form[name]}
            onChange={({ target }) => set({ [name]: target.value })}
          />
        ))}
      </div>
      <SaveRow isChanged={isChanged} isSaving={busy} onDiscard={discard} />
    </form>
  );
}

const NUMBERS = [
  {
    name: 'reportsToHold',
    label: 'Reports before a comment is held',
    hint: 'Enter 0 to keep reported comments visible until you decide.',
  },
  {
    name: 'commentLength',
    label: 'Maximum comment length',
    hint: 'In characters. Existing comments that are longer stay as they are.',
  },
  {
    name: 'commentEditMinutes',
    label: 'Minutes to edit a comment',
    hint: 'After that, only moderators can edit it. Leave empty for no limit.',
  },
  {
    name: 'commentsCloseAfterDays',
    label: 'Days until comments close',
    hint: 'Counted from publication of the post. Leave empty to keep them open.',
  },
] as const;

interface HoldProps {
  value: CommentForm['commentHold'];
  onChange: (value: CommentForm['commentHold']) => void;
}

function HoldChoice({ value, onChange }: HoldProps) {
  const hintId = useId();
  return (
    <fieldset aria-describedby={hintId}>
      <legend className="field-label">Comments that wait for approval</legend>
      {HOLD.map((choice) => (
        <label key={choice.value} className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="radio"
            name="commentHold"
            className="size-4 accent-accent"
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
      <p id={hintId} className="field-hint">
        Comments by editors and administrators never wait. Comments by trusted members wait only if
        they have a blocked word or site.
      </p>
    </fieldset>
  );
}

/** Lets the browser ask before it leaves the page with unsaved changes. */
function useWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isChanged]);
}
