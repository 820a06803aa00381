import { useRef, useState } from 'react';
import type { Post } from '../../../api/contract/posts.ts';
import { MAX_TITLE_LENGTH } from '../../../api/contract/posts.ts';
import type { User } from '../../../api/contract/users.ts';
import { Icon } from '../../icons/Icon.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { CategoryCombobox } from './CategoryCombobox.tsx';
import { CategorySelect } from './CategorySelect.tsx';
import { Conflict } from './Conflict.tsx';
import { useCategories } from './categories.ts';
import { DraftOffer } from './DraftOffer.tsx';
import { PicturePicker } from './PicturePicker.tsx';
import { Preview } from './Preview.tsx';
import { ProblemAlert } from './ProblemAlert.tsx';
import { RichText } from './RichText.tsx';
import { usePostForm } from './usePostForm.ts';

interface Props {
  user: User;
  /** The post that is changed; undefined for a new one. */
  post?: Post;
  placeholder: string;
  /** Said on the page of the post. */
  saved: string;
}

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** The form in which a post is written or changed. */
export function PostForm({ user, post, placeholder, saved }: Props) {
  const form = usePostForm({ owner: user._id, post, saved });
  const { fields, change, draft, problem, base } = form;
  const here = base?.postId ?? 'new';
  const signIn = () => void form.signIn();
  const [isPreviewing, setIsPreviewing] = useState(false);
  const contentPart = useRef<HTMLDivElement>(null);
  const choices = useCategories();
  const Category = post ? CategorySelect : CategoryCombobox;

  return (
    <form className="post-form" onSubmit={form.submit} aria-busy={form.isSaving}>
      <DraftOffer
        // A new post that has been saved meanwhile is no place for the drafts of other new ones.
        drafts={form.isReady ? draft.offers.filter(({ target }) => target === here) : []}
        onRestore={(kept) => void form.restore(kept)}
        onDiscard={(kept) => void draft.discard(kept)}
      />
      <Field
        className="post-form-title"
        label="Title"
        name="title"
        required
        maxLength={MAX_TITLE_LENGTH}
        placeholder="Title"
        autoComplete="off"
        value={fields.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <div className="post-form-about">
        <Category
          // A draft brings its own: one of the list, or one that is being typed.
          key={form.shown}
          value={fields.category}
          choices={choices}
          onChange={(category) => change({ category })}
        />
        <PicturePicker
          image={fields.image}
          onImage={(image) => change({ image })}
          onUploading={form.imageUploading}
          onSignIn={signIn}
        />
      </div>
      <div ref={contentPart} className="post-form-content" tabIndex={-1}>
        <p className="field-label" aria-hidden="true">
          Content
        </p>
        <RichText
          label="Content"
          placeholder={placeholder}
          editorRef={form.editor}
          onReady={form.ready}
          onLeave={form.left}
          onChange={form.changed}
          onPictures={form.pictures}
        />
        {problem && (
          <div className="post-form-problem">
            <ProblemAlert
              problem={problem}
              onSignIn={signIn}
              onDismiss={() => {
                form.setProblem(null);
                // The button goes with the message.
                contentPart.current?.focus({ preventScroll: true });
              }}
            />
          </div>
        )}
      </div>
      <div className="post-form-actions">
        <Button
          type="submit"
          busy={form.isSaving}
          busyLabel={base ? 'Updating...' : 'Publishing...'}
        >
          {base ? 'Update post' : 'Publish Post'}
        </Button>
        <Button variant="secondary" disabled={!form.isReady} onClick={() => setIsPreviewing(true)}>
          <Icon name="eye" size={18} />
          Preview
        </Button>
        <DraftState keptAt={draft.keptAt} isFailing={draft.isFailing} />
      </div>
      <Preview
        open={isPreviewing}
        values={form.values}
        onSignIn={signIn}
        onClose={() => setIsPreviewing(false)}
      />
      {base && (
        <Conflict
          postId={base.postId}
          open={form.isStale}
          mine={form.values}
          onOverwrite={(current) => void form.overwrite(current)}
          onTakeTheirs={(current) => void form.takeTheirs(current)}
          onSignIn={signIn}
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
