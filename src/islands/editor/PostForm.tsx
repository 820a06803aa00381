import { useEffect, useId, useRef, useState } from 'react';
import type { Post } from '../../../api/contract/posts.ts';
import type { User } from '../../../api/contract/users.ts';
import { Icon } from '../../icons/Icon.tsx';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { CategoryCombobox, CategorySelect } from './CategoryFields.tsx';
import { Conflict } from './Conflict.tsx';
import { CoverField } from './CoverField.tsx';
import { DraftNotice, DraftOffers } from './DraftOffers.tsx';
import { Preview } from './Preview.tsx';
import { ProblemAlert } from './problems.tsx';
import { RichText } from './RichText.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import { TitleField } from './TitleField.tsx';
import { usePostForm } from './usePostForm.ts';
import { useWritingPage } from './useWritingPage.ts';
import { WordCount } from './WordCount.tsx';

interface Props {
  user: User;
  post?: Post;
  placeholder: string;
  /** The message to show after saving. */
  saved: string;
}

type Form = ReturnType<typeof usePostForm>;

/**
 * The page for writing: title and text, then the details, then the actions. On wide screens, details and
 * actions are next to the text. On narrow ones, the actions stay at the bottom of the screen.
 */
export function PostForm({ user, post, placeholder, saved }: Props) {
  const form = usePostForm({ owner: user._id, post, saved });
  const { base, draft, saving, replacing } = form;
  const problemId = useId();
  useWritingPage();
  // After a new post is saved, the drafts of other new posts don't belong here.
  const target = base?.postId ?? 'new';
  const offers = draft.offers.filter((offer) => offer.target === target);

  return (
    <form
      ref={form.element}
      className="writing"
      noValidate
      // Only a click on the button publishes, not Enter in a field.
      onSubmit={(event) => event.preventDefault()}
      aria-busy={saving.isSaving}
    >
      <div className="writing-text">
        <DraftOffers drafts={offers} onRestore={replacing.restore} />
        <Text form={form} placeholder={placeholder} problemId={problemId} />
      </div>
      <div className="writing-side">
        <Details form={form} isNew={!post} problemId={problemId} />
        <Actions form={form} problemId={problemId} />
      </div>
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

interface PartProps {
  form: Form;
  /** The id of the alert about the form. */
  problemId: string;
}

function Text({ form, placeholder, problemId }: PartProps & { placeholder: string }) {
  const { content, fields, problem, change } = form;
  const { editor } = content;
  const isEmpty = problem?.fields?.includes('content') === true;
  useEffect(() => {
    const root = editor.current?.quill.root;
    if (!isEmpty || !root) return;
    root.setAttribute('aria-invalid', 'true');
    const hint = root.getAttribute('aria-describedby') ?? '';
    root.setAttribute('aria-describedby', `${problemId} ${hint}`);
    return () => {
      root.removeAttribute('aria-invalid');
      root.setAttribute('aria-describedby', hint);
    };
  }, [isEmpty, editor, problemId]);
  return (
    <>
      <TitleField
        value={fields.title}
        onChange={(title) => change({ title })}
        onEnter={() => editor.current?.quill.focus()}
        errorId={problem?.fields?.includes('title') ? problemId : undefined}
      />
      <RichText
        label="Content"
        placeholder={placeholder}
        onReady={content.onReady}
        onLeave={content.onLeave}
        onChange={form.changed}
        onPictures={form.setPictureProblem}
        onWords={form.setWords}
      />
    </>
  );
}

function Details({ form, isNew, problemId }: PartProps & { isNew: boolean }) {
  const { fields, change, problem, replacing } = form;
  const Category = isNew ? CategoryCombobox : CategorySelect;
  return (
    // A restored category may be an existing or a new one, which the field decides when it mounts.
    <section key={replacing.count} className="writing-details" aria-label="About the post">
      <Category
        value={fields.category}
        choices={form.categories}
        onChange={(category) => change({ category })}
        errorId={problem?.fields?.includes('category') ? problemId : undefined}
      />
      <CoverField
        image={fields.image}
        imageAlt={fields.imageAlt}
        onChange={change}
        onUploading={form.saving.setImageUploading}
        onSignIn={form.signIn}
      />
    </section>
  );
}

/** The height of the actions, for the styles that leave room for them. */
function observeHeight(actions: HTMLDivElement | null): (() => void) | undefined {
  if (!actions) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty('--writing-bar', `${actions.offsetHeight}px`);
  });
  observer.observe(actions);
  return () => observer.disconnect();
}

function Actions({ form, problemId }: PartProps) {
  const { base, draft, notice, replacing, saving } = form;
  const [isPreviewing, setIsPreviewing] = useState(false);
  const verb = base ? 'Updating' : 'Publishing';
  return (
    <div ref={observeHeight} className="writing-actions">
      <div className="writing-messages">
        {notice && (
          <DraftNotice
            notice={notice}
            onDiscard={replacing.discard}
            onRestore={replacing.restore}
            onDismiss={() => form.setNotice(null)}
          />
        )}
        <FormProblem form={form} problemId={problemId} />
      </div>
      <div className="writing-bar">
        <div className="writing-status">
          <SaveStatus draft={draft.status} busy={saving.isSaving ? `${verb}…` : null} />
          {form.words !== null && <WordCount words={form.words} />}
        </div>
        <Button
          variant="secondary"
          disabled={!form.content.isReady}
          onClick={() => setIsPreviewing(true)}
        >
          <Icon name="eye" size={18} />
          <span className="writing-preview">Preview</span>
        </Button>
        <Button
          className="writing-publish"
          busy={saving.isSaving}
          busyLabel={`${verb}...`}
          onClick={saving.submit}
        >
          {base ? 'Update post' : 'Publish Post'}
        </Button>
      </div>
      <Preview
        open={isPreviewing}
        values={form.values}
        onSignIn={form.signIn}
        onClose={() => setIsPreviewing(false)}
      />
    </div>
  );
}

function FormProblem({ form, problemId }: PartProps) {
  const part = useRef<HTMLDivElement>(null);
  return (
    <div ref={part} id={problemId} className="outline-none" tabIndex={-1}>
      {form.problem && (
        <div className="post-form-problem">
          <ProblemAlert
            problem={form.problem}
            onSignIn={form.signIn}
            onDismiss={() => {
              form.setProblem(null);
              // The button disappears with the message, and the focus would be lost.
              part.current?.focus({ preventScroll: true });
            }}
          />
        </div>
      )}
    </div>
  );
}

export function FormSkeleton() {
  return (
    <div className="writing" aria-hidden="true">
      <div className="writing-text">
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="mt-8 h-11 w-full" />
        <Skeleton className="mt-8 h-5 w-11/12" />
        <Skeleton className="mt-4 h-5 w-2/3" />
      </div>
      <div className="writing-side">
        <div className="writing-details">
          <Skeleton className="h-18" />
          <Skeleton className="h-64" />
        </div>
        <div className="writing-actions">
          <div className="writing-bar">
            <Skeleton className="writing-publish h-11" />
          </div>
        </div>
      </div>
    </div>
  );
}
