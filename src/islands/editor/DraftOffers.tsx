import { Icon } from '../../icons/Icon.tsx';
import type { Draft } from '../../stores/post-drafts.ts';
import { Button } from '../ui/Button.tsx';

const DATE_TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

interface OfferProps {
  drafts: readonly Draft[];
  onRestore: (draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
}

export function DraftOffers({ drafts, onRestore, onDiscard }: OfferProps) {
  return drafts.map((draft) => (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset, nothing is filled in
    <div key={draft.id} role="group" className="draft-offer" aria-label="Unsaved draft">
      <Icon name="history" size={20} className="mt-0.5 shrink-0" />
      <div className="min-w-0 grow basis-56">
        <p role="status" className="font-semibold">
          You have an unsaved draft from {DATE_TIME.format(draft.keptAt)}
        </p>
        <p className="truncate text-muted text-sm">{draft.title || firstWords(draft)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button small onClick={() => onRestore(draft)}>
          Restore
        </Button>
        <Button small variant="quiet" onClick={() => onDiscard(draft)}>
          Discard
        </Button>
      </div>
    </div>
  ));
}

function firstWords({ ops = [] }: Draft): string {
  const text = ops.map(({ insert }) => (typeof insert === 'string' ? insert : ' ')).join('');
  return text.trim().slice(0, 80) || 'Untitled';
}

export function DraftStatus({
  savedAt,
  isFailing,
}: {
  savedAt: number | null;
  isFailing: boolean;
}) {
  if (isFailing) {
    return (
      <p className="text-danger text-sm" role="alert">
        This browser can’t save a draft. Publish before you leave.
      </p>
    );
  }
  if (savedAt === null) return null;
  return (
    <p className="text-muted text-sm">Draft saved in this browser at {TIME.format(savedAt)}</p>
  );
}
