import { truncate } from '../../../../api/contract/truncate.ts';
import { pageValues } from '../../../lib/page-values.ts';
import type { ShownDocument } from '../form-state.ts';
import { linesOf, plainText } from '../version-lines.ts';

const MAX_TITLE = 60;
const MAX_DESCRIPTION = 160;

export function SharePreview({ document }: { document: ShownDocument }) {
  const { kind, seo, slug } = document;
  const title = shorten(seo.title || document.title || 'Untitled', MAX_TITLE);
  const description = shorten(seo.description || beginningOf(document.content), MAX_DESCRIPTION);
  const host = window.location.host;
  return (
    <>
      <section aria-label="As a search result">
        <p className="field-label" aria-hidden="true">
          As a search result
        </p>
        <div className="search-preview">
          <p className="text-muted text-xs">
            {[host, ...(kind === 'post' ? ['post'] : []), slug || '…'].join(' › ')}
          </p>
          <p className="search-preview-title">
            {title} · {pageValues().name}
          </p>
          <p className="text-soft">{description || 'The beginning of the text'}</p>
        </div>
      </section>
      <section aria-label="As a shared link">
        <p className="field-label" aria-hidden="true">
          As a shared link
        </p>
        <div className="card-preview">
          {seo.image === '' ? (
            <div className="card-preview-empty">
              {kind === 'page'
                ? 'The cover, or the picture of the site'
                : 'A picture with the title is generated'}
            </div>
          ) : (
            <img src={seo.image} alt="" />
          )}
          <div>
            <p className="text-muted text-xs">{host}</p>
            <p className="font-semibold">{title}</p>
            <p className="text-soft">{description}</p>
          </div>
        </div>
      </section>
    </>
  );
}

function beginningOf(html: string): string {
  const text = linesOf(html).map(plainText).join(' ');
  return text.replace(/\s+/g, ' ').trim();
}

function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${truncate(text, max - 1).trimEnd()}…`;
}
