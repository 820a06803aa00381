import { useEffect, useId, useRef, useState } from 'react';
import type { Document } from '../../../api/contract/documents.ts';
import type { User } from '../../../api/contract/users.ts';
import { Icon } from '../../icons/Icon.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Lazy } from '../ui/Lazy.tsx';
import { CategoryCombobox, CategorySelect } from './CategoryFields.tsx';
import { Conflict } from './Conflict.tsx';
import { CoverField } from './CoverField.tsx';
import { DraftNotice, DraftOffers } from './DraftOffers.tsx';
import { ManageMenu } from './manage/ManageMenu.tsx';
import { ScheduleBanner } from './manage/ScheduleBanner.tsx';
import { Trashed } from './manage/Trashed.tsx';
import { type Manage, useManage } from './manage/useManage.tsx';
import { ProblemAlert } from './problems.tsx';
import { RecentDrafts } from './RecentDrafts.tsx';
import { RichText } from './RichText.tsx';
import { PublicState, SaveStatus } from './SaveStatus.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';
import { SyncProblem } from './SyncProblem.tsx';
import { TitleField } from './TitleField.tsx';
import { type DocumentForm as Form, useDocumentForm } from './useDocumentForm.ts';
import { useWritingPage } from './useWritingPage.ts';
import { WordCount } from './WordCount.tsx';

interface Props {
  user: User;
  /** Null for a new one. */
  document: Document | null;
  placeholder: string;
}

/**
 * The page for writing: title and text, then the details, then the actions. On wide screens,
 * details and actions are next to the text. On narrow ones, the actions stay at the bottom of the
 * screen.
 */
export function PostForm({ user, document, placeholder }: Props) {
  const form = useDocumentForm({ owner: user._id, document });
  const manage = useManage(form);
  const { draft, publishing, replacing, state } = form;
  const { conflict, setConflict } = publishing;
  const problemId = useId();
  useWritingPage();
  // After a new document is saved, the drafts of other new ones don't belong here.
  const target = state.document?._id ?? 'new';
  const offers = draft.offers.filter(
    ({ id, ...offer }) => offer.target === target && !form.taken.includes(id),
  );

  if (state.document?.status === 'trashed') return <Trashed onRestore={manage.restore} />;
  return (
    <form
      ref={form.element}
      className="writing"
      noValidate
      // Only a click on the button publishes, not Enter in a field.
      onSubmit={(event) => event.preventDefault()}
      aria-busy={publishing.isSaving}
    >
      <div className="writing-text">
        {/* It stays while the author types: the text must not jump. */}
        {!document && <RecentDrafts owner={user._id} taken={form.taken.length} />}
        <DraftOffers drafts={offers} onRestore={replacing.restore} />
        {state.document && <ScheduleBanner document={state.document} manage={manage} />}
        <Text form={form} placeholder={placeholder} problemId={problemId} />
      </div>
      <div className="writing-side">
        <Details form={form} problemId={problemId} />
        <Actions form={form} manage={manage} problemId={problemId} />
      </div>
      {state.document && (
        <Conflict
          documentId={state.document._id}
          open={conflict !== null}
          isPublishing={conflict === 'publish'}
          mine={form.values}
          onOverwrite={publishing.overwrite}
          onTakeTheirs={(theirs) => {
            setConflict(null);
            replacing.takeTheirs(theirs);
          }}
          onSignIn={form.signIn}
          onClose={() => setConflict(null)}
        />
      )}
    </form>
  );
}

interface PartProps {
  form: Form;
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
        onChange={form.contentChanged}
        onPictures={form.setPictureProblem}
        onWords={form.setWords}
      />
    </>
  );
}

function Details({ form, problemId }: PartProps) {
  const { fields, change, problem, replacing } = form;
  // A post has a category; a draft may have none yet.
  const [isPost] = useState(form.state.document?.postId != null);
  const Category = isPost ? CategorySelect : CategoryCombobox;
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
        onUploading={form.publishing.setPictureUploading}
        onSignIn={form.signIn}
      />
      <SettingsPanel form={form} />
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

const loadPreview = () => import('./Preview.tsx').then(({ Preview }) => Preview);

function Actions({ form, manage, problemId }: PartProps & { manage: Manage }) {
  const { state, draft, notice, replacing, publishing } = form;
  const [isPreviewing, setIsPreviewing] = useState(false);
  const onClose = () => setIsPreviewing(false);
  const isPublic = state.document?.postId != null;
  const verb = isPublic ? 'Updating' : 'Publishing';
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
        <SyncProblem
          state={state}
          isExpired={form.problem?.signIn === true}
          onCompare={() => publishing.setConflict('save')}
          onSignIn={form.signIn}
        />
        <FormProblem form={form} problemId={problemId} />
      </div>
      <div className="writing-bar">
        <div className="writing-status">
          <SaveStatus
            state={state}
            copy={draft.status}
            busy={publishing.isSaving ? `${verb}...` : null}
          />
          <PublicState document={state.document} />
          {form.words !== null && <WordCount words={form.words} editor={form.content.editor} />}
        </div>
        <ManageMenu form={form} manage={manage} />
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
          busy={publishing.isSaving}
          busyLabel={`${verb}...`}
          onClick={publishing.submit}
        >
          {isPublic ? 'Update post' : 'Publish Post'}
        </Button>
      </div>
      {isPreviewing && (
        <Lazy
          load={loadPreview}
          props={{ values: form.values, onSignIn: form.signIn, onClose }}
          name="the preview"
          frame={(message) => (
            <Dialog open onClose={onClose} title="One moment">
              {message}
            </Dialog>
          )}
        />
      )}
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
