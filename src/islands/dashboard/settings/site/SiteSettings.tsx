import { useEffect, useState } from 'react';
import { setPageValues } from '../../../../lib/page-values.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { ApplyStatus } from './ApplyStatus.tsx';
import { SitePreview } from './SitePreview.tsx';
import { SiteSection } from './SiteSection.tsx';
import { SiteVersions } from './SiteVersions.tsx';
import { SECTIONS } from './sections.ts';
import { changedKeys } from './site-fields.ts';
import { type StoredSite, useSite, useUnsaved } from './useSite.ts';

interface Props {
  userId: string;
  isPreviewing: boolean;
  /** Called with the stored name of the site. */
  onRename: (name: string) => void;
}

/** The site's name, texts and look. Saved changes reach all pages without a build. */
export function SiteSettings(props: Props) {
  const site = useSite();
  return (
    <Loaded query={site} skeleton={<RowsSkeleton count={5} picture="" />}>
      {(stored) => <Sections stored={stored} {...props} />}
    </Loaded>
  );
}

function Sections({ stored, userId, isPreviewing, onRename }: Props & { stored: StoredSite }) {
  const { site, version } = stored;
  const unsaved = useUnsaved(userId, stored);
  /** Where something was last saved: the status is shown there. Before that, it's at the top. */
  const [savedIn, setSavedIn] = useState<string | null>(null);
  useEffect(() => {
    // The labels and times of the dashboard's other tabs follow, too.
    setPageValues(site);
    onRename(site.name);
  }, [site, onRename]);
  const statusAt = (place: string | null) =>
    place === savedIn && <ApplyStatus key={place} version={version} />;
  return (
    <>
      <div
        className={`grid grid-cols-1 gap-5 ${isPreviewing ? 'xl:grid-cols-[minmax(0,1fr)_24rem]' : ''}`}
      >
        {isPreviewing && (
          <div className="xl:sticky xl:top-20 xl:col-start-2 xl:row-start-1 xl:self-start">
            <SitePreview changes={changedKeys(site, unsaved.values)} />
          </div>
        )}
        <div className="grid grid-cols-1 gap-5">
          {statusAt(null)}
          {SECTIONS.map((section) => (
            <SiteSection
              key={section.title}
              section={section}
              site={site}
              unsaved={unsaved}
              status={statusAt(section.title)}
              onSave={() => setSavedIn(section.title)}
            />
          ))}
        </div>
      </div>
      <SiteVersions
        status={statusAt('Versions')}
        onRestore={() => setSavedIn('Versions')}
        onRestored={unsaved.startFrom}
      />
    </>
  );
}
