import { useEffect, useState } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { type Draft, findDrafts, kindOf } from '../../../stores/post-drafts.ts';

/**
 * Drafts that aren't on the server yet, such as those of earlier versions of the site. The editor
 * saves them when it opens: only its pages may turn them into HTML
 * (docs/decisions/012-trusted-types.md).
 */
export function BrowserDrafts({ owner }: { owner: string }) {
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  useEffect(() => {
    let ended = false;
    void findDrafts(owner).then((found) => ended || setDrafts(found));
    return () => {
      ended = true;
    };
  }, [owner]);
  if (drafts.length === 0) return null;
  const isOne = drafts.length === 1;
  return (
    <section
      aria-label="Drafts in this browser"
      className="mb-6 flex gap-3 rounded-xl bg-accent-soft px-5 py-4 text-sm"
    >
      <Icon name="history" size={20} className="mt-0.5 shrink-0" />
      <div className="min-w-0 grow">
        <p className="font-semibold">
          {isOne
            ? 'A draft is saved only in this browser.'
            : `${drafts.length} drafts are saved only in this browser.`}
        </p>
        <p>
          Open {isOne ? 'it' : 'one'} in the editor, and {isOne ? 'it is' : 'they are'} saved on the
          server.
        </p>
        <ul className="mt-1">
          {drafts.map((draft) => (
            <li key={draft.id}>
              <a
                className="link inline-flex min-h-11 items-center [overflow-wrap:anywhere]"
                href={hrefOf(draft)}
              >
                {draft.title.trim() || 'Untitled draft'}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function hrefOf(draft: Draft): string {
  if (draft.target !== 'new') return `/update-post/${draft.target}`;
  return kindOf(draft) === 'page' ? '/create-post?kind=page' : '/create-post';
}
