import { useRef, useState } from 'react';
import { MAX_TITLE_LENGTH, type Post } from '../../../api/contract/posts.ts';
import type { User } from '../../../api/contract/users.ts';
import { Icon } from '../../icons/Icon.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { CategoryCombobox, CategorySelect } from './CategoryFields.tsx';
import { Conflict } from './Conflict.tsx';
import { useCategories } from './categories.ts';
import { DraftOffers, DraftStatus } from './DraftOffers.tsx';
import { PicturePicker } from './PicturePicker.tsx';
import { Preview } from './Preview.tsx';
import { ProblemAlert } from './problems.tsx';
import { RichText } from './RichText.tsx';
import { usePostForm } from './usePostForm.ts';

interface Props {
  user: User;
  post?: Post;
  placeholder: string;
  /** The message to show after saving. */
  saved: string;
}

type Form = ReturnType<typeof usePostForm>;

export function PostForm({ user, post, placeholder, saved }: Props) {
  const form = usePostForm({ owner: user._id, post, saved });
  const { base, content, draft, saving, replacing } = form;
  // After a new post is saved, the drafts of other new posts don't belong here.
  const target = base?.postId ?? 'new';
  const offers = draft.offers.filter((offer) => content.isReady && offer.target === target);

  return (
    <form
      className="post-form mt-7 grid gap-7 *:min-w-0"
      onSubmit={saving.submit}
      aria-busy={saving.isSaving}
    >
      <DraftOffers drafts={offers} onRestore={replacing.restore} onDiscard={draft.discard} />
      <Details form={form} isNew={!post} />
      <Content form={form} placeholder={placeholder} />
      <Actions form={form} />
      {base && (
        <Conflict
          postId={base.postId}
          open={saving.isStale}
          mine={form.values}
          onOverwrite={saving.overwrite}
          onTakeTheirs={(theirs) => {
            saving.setIsStale(false);
            replacing.takeTheirs(theirs);
          }}
          onSignIn={form.signIn}
          onClose={() => saving.setIsStale(false)}
        />
      )}
    </form>
  );
}

function Details({ form, isNew }: { form: Form; isNew: boolean }) {
  const { fields, change } = form;
  const choices = useCategories();
  const Category = isNew ? CategoryCombobox : CategorySelect;
  return (
    <>
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
          // A restored category may be an existing or a new one, which the field decides when it mounts.
          key={form.replacing.count}
          value={fields.category}
          choices={choices}
          onChange={(category) => change({ category })}
        />
        <PicturePicker
          image={fields.image}
          onImage={(image) => change({ image })}
          onUploading={form.saving.setImageUploading}
          onSignIn={form.signIn}
        />
      </div>
    </>
  );
}

function Content({ form, placeholder }: { form: Form; placeholder: string }) {
  const part = useRef<HTMLDivElement>(null);
  return (
    <div ref={part} className="outline-none" tabIndex={-1}>
      <p className="field-label" aria-hidden="true">
        Content
      </p>
      <RichText
        label="Content"
        placeholder={placeholder}
        onReady={form.content.onReady}
        onLeave={form.content.onLeave}
        onChange={form.changed}
        onPictures={form.setPictureProblem}
      />
      {form.problem && (
        <div className="post-form-problem">
          <ProblemAlert
            problem={form.problem}
            onSignIn={form.signIn}
            onDismiss={() => {
              form.setProblem(null);
              // The button disappears with the message, and would take the focus with it.
              part.current?.focus({ preventScroll: true });
            }}
          />
        </div>
      )}
    </div>
  );
}

function Actions({ form }: { form: Form }) {
  const { base, draft, saving } = form;
  const [isPreviewing, setIsPreviewing] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          busy={saving.isSaving}
          busyLabel={base ? 'Updating...' : 'Publishing...'}
        >
          {base ? 'Update post' : 'Publish Post'}
        </Button>
        <Button
          variant="secondary"
          disabled={!form.content.isReady}
          onClick={() => setIsPreviewing(true)}
        >
          <Icon name="eye" size={18} />
          Preview
        </Button>
        <DraftStatus savedAt={draft.savedAt} isFailing={draft.isFailing} />
      </div>
      <Preview
        open={isPreviewing}
        values={form.values}
        onSignIn={form.signIn}
        onClose={() => setIsPreviewing(false)}
      />
    </>
  );
}

export function FormSkeleton() {
  return (
    <div className="post-form mt-7 grid gap-7 *:min-w-0" aria-hidden="true">
      <Skeleton className="h-12 w-full" />
      <div className="post-form-about">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
      <Skeleton className="h-96 w-full" />
    </div>
  );
}
