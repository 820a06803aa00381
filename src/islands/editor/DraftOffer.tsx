import { History } from 'lucide-react';
import type { Draft } from '../../stores/post-drafts.ts';
import { Button } from '../ui/Button.tsx';

const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

interface Props {
  drafts: readonly Draft[];
  onRestore: (draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
}

/** Offers what was written before and never saved. */
export function DraftOffer({ drafts, onRestore, onDiscard }: Props) {
  return drafts.map((draft) => (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset, nothing is filled in
    <div key={draft.id} role="group" className="draft-offer" aria-label="Unsaved draft">
      <History size={20} className="mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 grow">
        <p role="status" className="font-semibold">
          You have an unsaved draft from {TIME.format(draft.keptAt)}
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
  return text.trim().slice(0, 80) || 'Without a title';
}
