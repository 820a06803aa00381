import type { BackupList } from '../../../../api/contract/backups.ts';

/** How to restore a backup, which needs the terminal: a restored site signs out everyone. */
export function RestoreHelp({ list: { backups, folder } }: { list: BackupList }) {
  const [newest] = backups;
  const name = newest?.name ?? 'inkwell-….tar.gz';
  const file = folder === null ? `./${name}` : `${folder}/${name}`;
  return (
    <div>
      <h3 className="font-sans font-semibold text-sm">Restore a backup</h3>
      {newest && newest.kind !== 'database' ? (
        <p className="mt-2 max-w-prose text-soft">
          Restoring a PostgreSQL database takes a few commands in the server’s terminal:{' '}
          <Code>docs/backup.md</Code>, “Backups by schedule”.
        </p>
      ) : (
        <>
          <p className="mt-2 max-w-prose text-soft">
            A restore needs the server’s terminal and an empty data folder.
            {folder === null && ' Download the backup to the server first.'} In the folder of the
            code:
          </p>
          <pre className="mt-2 whitespace-pre-wrap rounded-lg bg-sunken px-3 py-2 font-mono text-xs [overflow-wrap:anywhere]">
            <code>{`DATA_DIR=./restored npm run restore -- ${file}\nDATA_DIR=./restored npm start`}</code>
          </pre>
          <p className="mt-2 max-w-prose text-soft">
            For Docker and systemd, and what a restore doesn’t bring back, see{' '}
            <Code>docs/backup.md</Code>.
          </p>
        </>
      )}
    </div>
  );
}

function Code({ children }: { children: string }) {
  return (
    <code className="rounded bg-sunken px-1.5 py-0.5 font-mono text-[0.9em] text-ink">
      {children}
    </code>
  );
}
