import type { BackupList } from '../../../../api/contract/backups.ts';
import { Code } from '../../ui/Code.tsx';

/** How to restore a backup. That takes a terminal, because a restore signs everyone out. */
export function RestoreHelp({ list: { backups, folder } }: { list: BackupList }) {
  const [newest] = backups;
  const name = newest?.name ?? 'inkwell-….tar.gz';
  const file = folder === null ? `./${name}` : `${folder}/${name}`;
  return (
    <div>
      <h3 className="font-sans font-semibold text-sm">Restore a backup</h3>
      {newest && newest.kind !== 'database' ? (
        <p className="mt-2 max-w-prose text-soft">
          To restore a PostgreSQL database, you need a terminal on the server. For the commands, see
          “Scheduled backups” in <Code>docs/backup.md</Code>.
        </p>
      ) : (
        <>
          <p className="mt-2 max-w-prose text-soft">
            To restore a backup, you need a terminal on the server and an empty data folder.
            {folder === null && ' Download the backup to the server first.'} In the code folder,
            run:
          </p>
          <pre className="mt-2 whitespace-pre-wrap rounded-lg bg-sunken px-3 py-2 font-mono text-xs [overflow-wrap:anywhere]">
            <code>{`DATA_DIR=./restored npm run restore -- ${file}\nDATA_DIR=./restored npm start`}</code>
          </pre>
          <p className="mt-2 max-w-prose text-soft">
            For Docker and systemd, and for what a restore leaves out, see{' '}
            <Code>docs/backup.md</Code>.
          </p>
        </>
      )}
    </div>
  );
}
