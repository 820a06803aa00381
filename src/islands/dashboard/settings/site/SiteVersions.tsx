import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../../lib/api-types.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { RowsSkeleton } from '../../../ui/Skeleton.tsx';
import { exactTime } from '../../../ui/time.ts';
import { Panel } from '../../overview/Panel.tsx';
import { keyNames, sectionId } from './site-fields.ts';
import { useRestore, useSiteVersions } from './useSite.ts';

type Version = Answer<'GET /api/settings/site/versions'>['versions'][number];

interface Props {
  /** How far a restored version is applied. */
  status: ReactNode;
  onRestore: () => void;
  /** Called with the number of the version that has the restored values. */
  onRestored: (version: number) => void;
}

/** Earlier versions of the site's settings: who changed what and when, and a way to restore one. */
export function SiteVersions({ status, onRestore, onRestored }: Props) {
  const versions = useSiteVersions();
  const restore = useRestore(onRestored);
  const [target, setTarget] = useState<Version | null>(null);
  return (
    <Panel
      id={sectionId('Versions')}
      title="Versions"
      query={versions}
      skeleton={<RowsSkeleton count={3} picture="" />}
    >
      {({ versions: list }) => (
        <>
          {status}
          {list.length === 0 && (
            <p className="text-muted text-sm">No changes yet. Each save is kept here.</p>
          )}
          <ol className="divide-y divide-line">
            {list.map((version, index) => (
              <li
                key={version.version}
                className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm"
              >
                <VersionText version={version} />
                {index > 0 && (
                  <Button
                    variant="secondary"
                    small
                    aria-label={`Restore version ${version.version}`}
                    onClick={() => setTarget(version)}
                  >
                    Restore
                  </Button>
                )}
                {index === 0 && <span className="text-muted">Current</span>}
              </li>
            ))}
          </ol>
          <ConfirmDialog
            open={target !== null}
            title={`Restore version ${target?.version}?`}
            variant="primary"
            yes="Restore"
            no="Cancel"
            onConfirm={async () => {
              onRestore();
              // A failure is shown by the mutation.
              if (target) await restore.mutateAsync(target.version).catch(() => undefined);
            }}
            onClose={() => setTarget(null)}
          >
            The site gets all values of that version. The current ones stay in this list.
          </ConfirmDialog>
        </>
      )}
    </Panel>
  );
}

function VersionText({
  version: { version, at, userId, username, keys, restoredFrom },
}: {
  version: Version;
}) {
  const author = username ?? (userId === 'system' ? 'A command' : 'A deleted account');
  const from = restoredFrom === null ? '' : ` (restored version ${restoredFrom})`;
  return (
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <p className="font-medium">
        Version {version}: {keyNames(keys) || 'no values'}
        {from}
      </p>
      <p className="text-muted text-xs">
        {author}, <time dateTime={at}>{exactTime(at)}</time>
      </p>
    </div>
  );
}
