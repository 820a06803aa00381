import { useId } from 'react';
import type { PendingPublish } from '../../../../api/publisher/types.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { Button } from '../../ui/Button.tsx';
import { useRetry } from './usePublishing.ts';

/** A post that could not be published, why, and a way to try again. */
export function FailedPublish({ publish }: { publish: PendingPublish }) {
  const id = useId();
  const { mutate, isPending } = useRetry();
  const { slug, action, error, attempts } = publish;
  return (
    <li className="py-3 text-sm">
      <p id={id} className="font-medium [overflow-wrap:anywhere]">
        {action === 'remove' ? (
          `Removing ${slug}`
        ) : (
          <a className="link" href={`/post/${slug}`}>
            {slug}
          </a>
        )}
      </p>
      <p className="mt-1 text-danger [overflow-wrap:anywhere]">{error ?? 'No reason is known.'}</p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted text-xs">
          {attempts === 1 ? 'Tried once' : `Tried ${attempts} times`}; it will be tried again
        </p>
        <Button
          variant="secondary"
          small
          aria-describedby={id}
          busy={isPending}
          onClick={() => mutate(publish.postId)}
        >
          <Icon name="rotate-cw" size={16} />
          Try again
        </Button>
      </div>
    </li>
  );
}
