import { useEffect, useState } from 'react';
import type { PublishStatus } from '../../../../../api/contract/publish.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { isResponding, usePublishing } from '../../overview/publishing.ts';

/** How far the newest settings are applied to the pages that visitors see. */
export function ApplyStatus({ version }: { version: number }) {
  const { data } = usePublishing();
  const now = useNow();
  const [wasApplying, setWasApplying] = useState(false);
  // The status may be older than a save that just happened.
  const isApplying = data !== undefined && data.site.live < Math.max(version, data.site.wanted);
  useEffect(() => {
    if (isApplying) setWasApplying(true);
  }, [isApplying]);
  if (!data) return null;
  if (isApplying && data.site.error) {
    return (
      <Alert>
        <p>The settings couldn’t be applied: {data.site.error}</p>
        <p>Visitors still see the earlier settings. Inkwell tries again automatically.</p>
      </Alert>
    );
  }
  if (!isApplying && !wasApplying) return null;
  return (
    <Alert tone={isApplying ? 'info' : 'success'}>
      {isApplying ? progressText(data, version, now) : 'All pages show the new settings.'}
    </Alert>
  );
}

function progressText(
  { release, site, nodes }: PublishStatus,
  version: number,
  now: number,
): string {
  if (release.state === 'rendering' && release.total > 0) {
    const [rendered, total] = [release.rendered, release.total].map((n) =>
      n.toLocaleString('en-US'),
    );
    return `Applying: ${rendered} of ${total} pages`;
  }
  const wanted = Math.max(version, site.wanted);
  const running = nodes.filter((node) => node.role !== 'function' && isResponding(node, now));
  const done = running.filter(({ siteVersion }) => siteVersion >= wanted).length;
  return done > 0 ? `Applying: done on ${done} of ${running.length} servers` : 'Applying...';
}
