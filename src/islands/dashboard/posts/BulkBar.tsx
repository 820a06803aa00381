import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isTag, MAX_TAG_LENGTH, TAG_RULE } from '../../../../api/contract/documents.ts';
import { counted } from '../../../lib/format.ts';
import { toastWithUndo } from '../../../stores/toast-with-undo.ts';
import { toast } from '../../../stores/toasts.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { keepWhole } from '../../ui/keep-whole.ts';
import { keys } from '../data.tsx';
import { focusListTitle } from '../lists/ListFrame.tsx';
import type { useSelection } from '../lists/selection.ts';
import {
  ACTIONS,
  addTag,
  type BulkAction,
  type BulkResult,
  runBulk,
  TRASH_ACTIONS,
  undoBulk,
} from './bulk.ts';
import type { ListedPost } from './listed-post.ts';

interface Props {
  selection: ReturnType<typeof useSelection>;
  posts: readonly ListedPost[];
  isTrash: boolean;
}

export function BulkBar({ selection, posts, isTrash }: Props) {
  const { busy, failed, run, dismiss } = useBulk(selection.clear);
  const chosen = posts.filter(({ _id }) => selection.chosen.has(_id));
  const actions = (isTrash ? TRASH_ACTIONS : ACTIONS).filter(
    ({ isHidden, concerns }) => !isHidden || chosen.some(concerns),
  );
  if (chosen.length === 0 && failed.length === 0 && busy === null) return null;
  return (
    <section
      className="sticky bottom-3 z-20 mt-3 rounded-xl border border-line bg-raised p-3 shadow-float"
      aria-label="Selected posts"
      aria-busy={busy !== null}
      aria-live="polite"
    >
      {(chosen.length > 0 || busy !== null) && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="font-semibold text-sm max-sm:grow max-sm:basis-3/5">
            {busy ?? `${countText(chosen.length)} selected`}
          </p>
          <Button
            small
            variant="quiet"
            disabled={busy !== null}
            onClick={() => {
              selection.clear();
              focusListTitle();
            }}
          >
            Clear
          </Button>
          {actions.map((action) => (
            <Button
              key={action.label}
              small
              variant="secondary"
              className="max-sm:grow max-sm:px-2"
              disabled={busy !== null || !chosen.some(action.concerns)}
              onClick={() => void run(action, chosen)}
            >
              {action.label}
            </Button>
          ))}
          {!isTrash && (
            <TagForm disabled={busy !== null} onTag={(label) => void run(addTag(label), chosen)} />
          )}
        </div>
      )}
      {failed.length > 0 && (
        <Alert className="mt-2">
          <p>{countText(failed.length)} couldn't be changed:</p>
          <ul className="max-h-40 list-disc overflow-y-auto pl-5">
            {failed.map(({ post, reason }) => (
              <li key={post._id}>
                {post.title || 'Untitled draft'}: {reason}
              </li>
            ))}
          </ul>
          <button type="button" className="link min-h-11" onClick={dismiss}>
            Dismiss
          </button>
        </Alert>
      )}
    </section>
  );
}

const countText = (count: number) => counted(count, 'post');

function useBulk(clear: () => void) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const [failed, setFailed] = useState<BulkResult['failed']>([]);
  const progressOf = (doing: string, total: number) => (done: number) =>
    setBusy(`${doing}: ${done + 1} of ${total}...`);
  const refresh = () => client.invalidateQueries({ queryKey: keys.posts });
  const run = async (action: BulkAction, chosen: readonly ListedPost[]) => {
    const posts = chosen.filter(action.concerns);
    setFailed([]);
    const result = await runBulk(action, posts, progressOf(action.doing, posts.length));
    setBusy(null);
    setFailed(result.failed);
    clear();
    if (result.failed.length === 0) focusListTitle();
    report(action, result, () => void undo(result.undos));
    await refresh();
  };
  const undo = async (undos: BulkResult['undos']) => {
    const failed = await undoBulk(undos, progressOf('Undoing', undos.length));
    setBusy(null);
    setFailed(failed);
    if (failed.length === 0) toast('Undone.');
    // The list of failures may be gone: the message with "Undo" outlives the tab.
    else toast(`${countText(failed.length)} couldn't be changed back.`, 'error');
    await refresh();
  };
  const dismiss = () => {
    setFailed([]);
    focusListTitle();
  };
  return { busy, failed, run, dismiss };
}

/** Shows what was done, with an "Undo" button if all of it can be undone. */
function report({ done }: BulkAction, { done: count, undos }: BulkResult, undo: () => void): void {
  if (count === 0) return;
  const text = `${countText(count)} ${done}.`;
  if (undos.length < count) return void toast(text);
  toastWithUndo(text, undo);
}

function TagForm({ disabled, onTag }: { disabled: boolean; onTag(label: string): void }) {
  const [label, setLabel] = useState('');
  return (
    <form
      ref={keepWhole}
      className="flex items-center gap-2 max-sm:basis-full"
      onSubmit={(event) => {
        event.preventDefault();
        if (label.trim() === '') return;
        if (!isTag(label)) return void toast(TAG_RULE, 'error');
        onTag(label.trim());
        setLabel('');
      }}
    >
      <input
        className="field w-36 max-sm:grow"
        aria-label="Tag for the selected posts"
        placeholder="Tag"
        maxLength={MAX_TAG_LENGTH}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
      <Button type="submit" small variant="secondary" disabled={disabled || label.trim() === ''}>
        Add tag
      </Button>
    </form>
  );
}
