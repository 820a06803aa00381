import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import type { DocumentFields } from '../../../../api/contract/documents.ts';
import { includesRole } from '../../../../api/contract/users.ts';
import { call } from '../../../lib/api.ts';
import { $user } from '../../../stores/session.ts';
import { CheckField } from '../../ui/CheckField.tsx';
import type { ShownDocument } from '../form-state.ts';
import { useLoad } from '../useLoad.ts';
import { AddressField } from './AddressField.tsx';
import { LanguageField } from './LanguageField.tsx';
import { SeoFields } from './SeoFields.tsx';
import { SeriesFields } from './SeriesFields.tsx';
import { TagsField } from './TagsField.tsx';

interface Props {
  document: ShownDocument;
  onChange(fields: Partial<DocumentFields>): void;
  onUploading(isUploading: boolean): void;
  onSignIn(): void;
}

/**
 * Settings that most posts don't need: tags, language, series, address, and search engines. Pages
 * have only their language, and what search engines see.
 */
export function PostSettings({ document, onChange, onUploading, onSignIn }: Props) {
  const user = useStore($user);
  const isPost = document.kind === 'post';
  const mayFeature = isPost && user !== null && includesRole(user, 'editor');
  const { data } = useLoad(async (signal) => {
    if (!isPost) return null;
    const [{ tags }, { series }] = await Promise.all([
      call('GET /api/document/tags', { signal }),
      call('GET /api/document/series', { signal }),
    ]);
    return { tags, series };
  });
  return (
    <div ref={showAll} className="post-settings">
      {isPost && (
        <TagsField
          tags={document.tags}
          suggestions={data?.tags ?? []}
          onChange={(tags) => onChange({ tags })}
        />
      )}
      {mayFeature && (
        <CheckField checked={document.featured} onChange={(featured) => onChange({ featured })}>
          Featured: first on the home page
        </CheckField>
      )}
      <LanguageField language={document.language} onChange={(language) => onChange({ language })} />
      {isPost && <SeriesAndAddress {...{ document, onChange }} series={data?.series ?? []} />}
      <details>
        <summary>Search engines and sharing</summary>
        <div>
          <SeoFields
            document={document}
            onUploading={onUploading}
            onSignIn={onSignIn}
            onChange={(seo) => onChange({ seo })}
          />
        </div>
      </details>
    </div>
  );
}

interface PlaceProps extends Pick<Props, 'document' | 'onChange'> {
  /** Titles of existing series. */
  series: ComponentProps<typeof SeriesFields>['suggestions'];
}

function SeriesAndAddress({ document, onChange, series: suggestions }: PlaceProps) {
  return (
    <>
      <details open={document.series !== null}>
        <summary>Series</summary>
        <div>
          <SeriesFields
            series={document.series}
            suggestions={suggestions}
            onChange={(series) => onChange({ series })}
          />
        </div>
      </details>
      <details>
        <summary>Address</summary>
        <div>
          <AddressField
            key={document.slug}
            slug={document.slug}
            address={document.address}
            onChange={(slug) => onChange({ slug })}
          />
        </div>
      </details>
    </>
  );
}

/** The settings were opened before their code was loaded: now there's something to scroll to. */
function showAll(settings: HTMLElement | null): void {
  settings?.parentElement?.scrollIntoView({ block: 'nearest' });
}
