import { useState } from 'react';
import { EditorIcon } from '../../icons/EditorIcon.tsx';
import { Icon } from '../../icons/Icon.tsx';
import { Button } from '../ui/Button.tsx';
import { Lazy } from '../ui/Lazy.tsx';
import { LazyDialog } from '../ui/LazyDialog.tsx';
import { ariaKeys, keys } from './key-names.ts';
import { withStyles } from './later.ts';
import { ManageMenu } from './manage/ManageMenu.tsx';
import type { Manage } from './manage/useManage.tsx';
import { PublicState, SaveStatus } from './SaveStatus.tsx';
import type { DocumentForm } from './useDocumentForm.ts';
import { WordCount } from './WordCount.tsx';

const PUBLISH = { post: 'Publish Post', page: 'Publish page' };

interface Props {
  form: DocumentForm;
  manage: Manage;
}

const loadChecks = () => withStyles(import('./checks/Checks.tsx')).then(({ Checks }) => Checks);
const loadPreview = () => withStyles(import('./Preview.tsx')).then(({ Preview }) => Preview);

/** The row above the text: the way back, what is saved, and what can be done. */
export function WritingHead({ form, manage }: Props) {
  const { kind, state, publishing, panel } = form;
  const [isPreviewing, setIsPreviewing] = useState(false);
  const onClose = () => setIsPreviewing(false);
  const isPublic = state.document?.postId != null;
  const verb = isPublic ? 'Updating' : 'Publishing';
  return (
    <div className="writing-head">
      <a className="writing-back" href={`/dashboard?tab=${kind}s`}>
        <EditorIcon name="arrow-left" size={18} />
        <span>{kind === 'page' ? 'Pages' : 'Posts'}</span>
      </a>
      <div className="writing-status">
        <SaveStatus form={form} busy={publishing.isSaving ? `${verb}...` : null} />
        <div>
          <PublicState document={state.document} />
          {form.words !== null && <WordCount words={form.words} editor={form.content.editor} />}
        </div>
      </div>
      <div className="writing-actions">
        <ManageMenu form={form} manage={manage} />
        <Button
          variant="quiet"
          className="writing-secondary"
          data-tip="Preview"
          disabled={!form.content.isReady}
          onClick={() => setIsPreviewing(true)}
        >
          <Icon name="eye" size={18} />
          <span>Preview</span>
        </Button>
        <Button
          variant="quiet"
          className="writing-secondary"
          data-tip="Details"
          aria-expanded={panel.isOpen}
          aria-controls={panel.id}
          popoverTarget={panel.isSheet ? panel.id : undefined}
          onClick={panel.isSheet ? undefined : panel.isOpen ? panel.close : panel.show}
        >
          <EditorIcon name="panel-right" size={18} />
          <span>Details</span>
        </Button>
        {/* Without its code, there's no advice. */}
        {state.status !== 'blank' && (
          <Lazy load={loadChecks} props={{ form }} name="the suggestions" frame={() => null} />
        )}
        <Button
          className="writing-publish"
          data-tip={isPublic ? `Update the public ${kind}` : 'Publish it now'}
          data-keys={keys('Enter')}
          aria-keyshortcuts={ariaKeys('Enter')}
          busy={publishing.isSaving}
          busyLabel={`${verb}...`}
          onClick={publishing.submit}
        >
          {isPublic ? `Update ${kind}` : PUBLISH[kind]}
        </Button>
      </div>
      {isPreviewing && (
        <LazyDialog
          load={loadPreview}
          props={{ kind, values: form.values, onSignIn: form.signIn, onClose }}
          name="the preview"
        />
      )}
    </div>
  );
}
