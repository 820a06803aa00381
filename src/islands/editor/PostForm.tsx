import { useEffect, useId, useRef } from 'react';
import type { Document, DocumentKind } from '../../../api/contract/documents.ts';
import type { User } from '../../../api/contract/users.ts';
import { kindOf } from '../../stores/post-drafts.ts';
import { Lazy } from '../ui/Lazy.tsx';
import { LazyDialog } from '../ui/LazyDialog.tsx';
import { DetailsPanel } from './DetailsPanel.tsx';
import { withStyles } from './later.ts';
import { useManage } from './manage/useManage.tsx';
import { ProblemAlert } from './problems.tsx';
import { RecentDrafts } from './RecentDrafts.tsx';
import { RichText } from './RichText.tsx';
import { SyncProblem } from './SyncProblem.tsx';
import { TitleField } from './TitleField.tsx';
import { Tooltips } from './Tooltips.tsx';
import { insertBefore, useTitleAndText } from './title-and-text.ts';
import { type DocumentForm as Form, useDocumentForm } from './useDocumentForm.ts';
import { useWritingPage } from './useWritingPage.ts';
import { WritingHead } from './WritingHead.tsx';

const loadOffers = () => import('./DraftOffers.tsx').then(({ DraftOffers }) => DraftOffers);
const loadNotice = () => import('./DraftOffers.tsx').then(({ DraftNotice }) => DraftNotice);
const loadPrivacy = () =>
  withStyles(import('./PrivacyNotice.tsx')).then(({ PrivacyNotice }) => PrivacyNotice);
const loadTrashed = () => import('./manage/Trashed.tsx').then(({ Trashed }) => Trashed);
const loadConfirm = () =>
  import('./ConfirmPublish.tsx').then(({ ConfirmPublish }) => ConfirmPublish);
const loadSchedule = () =>
  import('./manage/ScheduleBanner.tsx').then(({ ScheduleBanner }) => ScheduleBanner);
const loadConflict = () => withStyles(import('./Conflict.tsx')).then(({ Conflict }) => Conflict);

interface Props {
  kind: DocumentKind;
  user: User;
  /** Null for a new one. */
  document: Document | null;
  placeholder: string;
}

/**
 * The screen for writing a post or a page: a row of actions, title and text, and a panel with the
 * details.
 */
export function PostForm({ kind, user, document, placeholder }: Props) {
  const form = useDocumentForm({ kind, owner: user._id, document });
  const manage = useManage(form);
  const { draft, panel, publishing, replacing, state } = form;
  const { conflict, setConflict } = publishing;
  const problemId = useId();
  useWritingPage(form);
  // After a new document is saved, the drafts of other new ones don't belong here.
  const target = state.document?._id ?? 'new';
  const offers = draft.offers.filter(
    (offer) => offer.target === target && kindOf(offer) === kind && !form.taken.includes(offer.id),
  );

  if (state.document?.status === 'trashed') {
    return (
      <Lazy load={loadTrashed} props={{ kind, onRestore: manage.restore }} name={`the ${kind}`} />
    );
  }
  return (
    <form
      ref={form.element}
      className="writing"
      data-panel={panel.isOpen || undefined}
      noValidate
      // Only a click on the button publishes, not Enter in a field.
      onSubmit={(event) => event.preventDefault()}
      aria-busy={publishing.isSaving}
    >
      <WritingHead form={form} manage={manage} />
      <div className="writing-text">
        {offers.length > 0 && (
          <Lazy
            load={loadOffers}
            props={{ drafts: offers, onRestore: replacing.restore }}
            name="your unsaved drafts"
            fallback={null}
          />
        )}
        {state.document?.status === 'scheduled' && (
          <Lazy
            load={loadSchedule}
            props={{ document: state.document, manage }}
            name="the schedule"
            fallback={null}
          />
        )}
        {isPrivacyPolicy(form) && (
          <Lazy load={loadPrivacy} props={{ form }} name="what the site stores" fallback={null} />
        )}
        <Text form={form} placeholder={placeholder} problemId={problemId} isNew={!document} />
        {/* Below the text, which must not jump when they're there. */}
        {!document && <RecentDrafts kind={kind} owner={user._id} taken={form.taken.length} />}
      </div>
      <div className="writing-side">
        <Messages form={form} problemId={problemId} />
        <DetailsPanel form={form} problemId={problemId} />
      </div>
      <Tooltips within={form.element} />
      {publishing.isAsking && (
        <LazyDialog
          load={loadConfirm}
          props={{ form, onClose: () => publishing.setIsAsking(false) }}
          name="the question"
        />
      )}
      {state.document && conflict && (
        <LazyDialog
          load={loadConflict}
          name="the other version"
          props={{
            kind,
            documentId: state.document._id,
            isPublishing: conflict === 'publish',
            mine: form.values,
            onOverwrite: publishing.overwrite,
            onTakeTheirs: (theirs) => {
              setConflict(null);
              replacing.takeTheirs(theirs);
            },
            onSignIn: form.signIn,
            onClose: () => setConflict(null),
          }}
        />
      )}
    </form>
  );
}

/** Whether the page replaces the site's privacy policy. */
function isPrivacyPolicy({ kind, fields, state }: Form): boolean {
  const slug = fields.settings.slug ?? state.document?.slug;
  return kind === 'page' && slug === 'privacy-policy';
}

interface PartProps {
  form: Form;
  problemId: string;
}

interface TextProps extends PartProps {
  placeholder: string;
  isNew: boolean;
}

function Text({ form, placeholder, problemId, isNew }: TextProps) {
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
  const { title, leaveTitle } = useTitleAndText(content);
  return (
    <>
      <TitleField
        ref={title}
        value={fields.title}
        onChange={(text) => change({ title: text })}
        onLeave={leaveTitle}
        onLines={
          content.isReady ? (lines) => insertBefore(editor.current?.quill, lines) : undefined
        }
        isFirst={isNew}
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

/** The height of the messages, for the styles that leave room for them. */
function observeHeight(messages: HTMLDivElement | null): (() => void) | undefined {
  if (!messages) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty('--messages', `${messages.offsetHeight}px`);
  });
  observer.observe(messages);
  return () => observer.disconnect();
}

function Messages({ form, problemId }: PartProps) {
  const { state, draft, notice, replacing, publishing } = form;
  return (
    <div ref={observeHeight} className="writing-messages">
      {notice && (
        <Lazy
          load={loadNotice}
          props={{
            kind: form.kind,
            notice,
            onDiscard: replacing.discard,
            onRestore: replacing.restore,
            onDismiss: () => form.setNotice(null),
          }}
          name="the message about your changes"
          fallback={null}
        />
      )}
      <SyncProblem
        kind={form.kind}
        state={state}
        copy={draft.status}
        isExpired={form.problem?.signIn === true}
        onCompare={() => publishing.setConflict('save')}
        onSignIn={form.signIn}
      />
      <FormProblem form={form} problemId={problemId} />
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
