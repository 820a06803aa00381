import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { Post, User } from '../../lib/api.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { CategoryCombobox } from './CategoryCombobox.tsx';
import { CategorySelect } from './CategorySelect.tsx';
import { Conflict } from './Conflict.tsx';
import { useCategories } from './categories.ts';
import { DraftOffer } from './DraftOffer.tsx';
import { PicturePicker } from './PicturePicker.tsx';
import { Preview } from './Preview.tsx';
import { RichText } from './RichText.tsx';
import { type PostValues, usePostForm } from './usePostForm.ts';

interface Props {
  user: User;
  /** The post that is changed; undefined for a new one. */
  post?: Post;
  placeholder: string;
  submitLabel: string;
  busyLabel: string;
  /** Said on the page of the post. */
  saved: string;
  save: (values: PostValues, startedFrom: string | undefined) => Promise<Post>;
}

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** The form in which a post is written or changed. */
export function PostForm({ user, post, placeholder, submitLabel, busyLabel, saved, save }: Props) {
  const form = usePostForm({ owner: user._id, post, save, saved });
  const { fields, change, draft, problem } = form;
  const [isPreviewing, setIsPreviewing] = useState(false);
  const choices = useCategories();
  const Category = post ? CategorySelect : CategoryCombobox;

  return (
    <form className="post-form" onSubmit={form.submit} aria-busy={form.isSaving}>
      <DraftOffer
        drafts={form.isReady ? draft.offers : []}
        onRestore={(kept) => void form.restore(kept)}
        onDiscard={(kept) => void draft.discard(kept)}
      />
      <Field
        className="post-form-title"
        label="Title"
        name="title"
        required
        maxLength={200}
        placeholder="Title"
        autoComplete="off"
        value={fields.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <div className="post-form-about">
        <Category
          value={fields.category}
          choices={choices}
          onChange={(category) => change({ category })}
        />
        <PicturePicker image={fields.image} onImage={(image) => change({ image })} />
      </div>
      <div>
        <p className="field-label" aria-hidden="true">
          Content
        </p>
        <RichText
          label="Content"
          placeholder={placeholder}
          editorRef={form.editor}
          onReady={form.ready}
          onChange={form.changed}
          onUploadFailure={(message) => form.setProblem({ message })}
        />
      </div>
      {problem && (
        <Alert>
          {problem.signIn ? (
            <>
              <p>Your session has ended. What you have written is kept in this browser.</p>
              <button type="button" className="link" onClick={() => void form.signIn()}>
                Sign in and come back here
              </button>
            </>
          ) : (
            problem.message
          )}
        </Alert>
      )}
      <div className="post-form-actions">
        <Button type="submit" busy={form.isSaving} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
        <Button variant="secondary" disabled={!form.isReady} onClick={() => setIsPreviewing(true)}>
          <Eye size={18} aria-hidden="true" />
          Preview
        </Button>
        <DraftState keptAt={draft.keptAt} isFailing={draft.isFailing} />
      </div>
      <Preview open={isPreviewing} values={form.values} onClose={() => setIsPreviewing(false)} />
      {post && (
        <Conflict
          postId={post._id}
          open={form.isStale}
          mine={form.values}
          onOverwrite={(current) => void form.overwrite(current)}
          onTakeTheirs={(current) => void form.takeTheirs(current)}
          onClose={() => form.setIsStale(false)}
        />
      )}
    </form>
  );
}

function DraftState({ keptAt, isFailing }: { keptAt: number | null; isFailing: boolean }) {
  if (isFailing) {
    return (
      <p className="text-danger text-sm" role="alert">
        This browser cannot keep a draft: publish before you leave.
      </p>
    );
  }
  if (keptAt === null) return null;
  return <p className="text-muted text-sm">Draft kept in this browser, {TIME.format(keptAt)}</p>;
}
