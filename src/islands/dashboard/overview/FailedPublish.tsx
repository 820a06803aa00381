import { useId } from 'react';
import { isPageSlug } from '../../../../api/contract/addresses.ts';
import type { PendingPublish } from '../../../../api/contract/publish.ts';
import { Icon } from '../../../icons/Icon.tsx';
import { Button } from '../../ui/Button.tsx';
import { explain, useRetry } from './publishing.ts';

const REMOVED = {
  post: 'The post was deleted, but its page is still online. ',
  page: "The page was deleted, but it's still online. ",
};

/** A post or a page that isn't live, with the reason, what to do, and a button to try again. */
export function FailedPublish({ publish, now }: { publish: PendingPublish; now: number }) {
  const id = useId();
  const { mutate, isPending } = useRetry();
  const { postId, slug, title, action, error, nextAttemptAt } = publish;
  const { reason, advice } = explain(error);
  const kind = isPageSlug(slug) ? 'page' : 'post';
  return (
    <li className="py-3 text-sm">
      <p id={id} className="font-semibold [overflow-wrap:anywhere]">
        {title ?? slug}
      </p>
      <p className="mt-1 text-danger">
        {action === 'remove' ? REMOVED[kind] : ''}
        {reason}
      </p>
      <p className="mt-1 text-soft">
        {advice} {nextAttempt(nextAttemptAt, now)}
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          small
          aria-describedby={id}
          busy={isPending}
          onClick={() => mutate(postId)}
        >
          <Icon name="rotate-cw" size={16} />
          Try again
        </Button>
        {action === 'publish' && (
          <a
            className="btn btn-quiet btn-small"
            href={`/update-post/${postId}`}
            aria-describedby={id}
          >
            Edit {kind}
          </a>
        )}
      </div>
    </li>
  );
}

function nextAttempt(at: string, now: number): string {
  const minutes = Math.ceil((Date.parse(at) - now) / 60_000);
  if (minutes <= 1) return "We'll also try again within a minute.";
  return `We'll also try again in ${minutes} minutes.`;
}
