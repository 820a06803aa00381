import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { ApplyStatus } from './ApplyStatus.tsx';
import { SiteSection } from './SiteSection.tsx';
import { SiteVersions } from './SiteVersions.tsx';
import { SECTIONS } from './site-fields.ts';
import { type StoredSite, useSite, useUnsaved } from './useSite.ts';

/** What the site is called and says. A save is applied to all pages without a build. */
export function SiteSettings({ userId }: { userId: string }) {
  const site = useSite();
  return (
    <div className="mt-5 grid gap-5">
      <Loaded query={site} skeleton={<RowsSkeleton count={5} picture="" />}>
        {(stored) => <Sections stored={stored} userId={userId} />}
      </Loaded>
      <SiteVersions />
    </div>
  );
}

function Sections({ stored, userId }: { stored: StoredSite; userId: string }) {
  const unsaved = useUnsaved(userId, stored);
  return (
    <>
      <ApplyStatus version={stored.version} />
      {SECTIONS.map((section) => (
        <SiteSection key={section.title} section={section} site={stored.site} unsaved={unsaved} />
      ))}
    </>
  );
}
