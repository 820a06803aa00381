import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Backup } from '../../../../api/contract/backups.ts';
import { call, respond } from '../../../lib/api.ts';
import { saveBody } from '../../../lib/download.ts';
import { formatSize } from '../../../lib/format.ts';
import { attempt } from '../../ui/attempt.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { exactTime } from '../../ui/time.ts';
import { keys } from '../data.tsx';
import { DeleteButton } from '../lists/ListTable.tsx';
import { failureText } from '../profile/security/security.tsx';

const KINDS = {
  database: 'Full backup',
  dump: 'Full backup (pg_dump)',
  export: 'Export',
} as const;

/** The list of backups, to download or delete. */
export function BackupRows({ backups }: { backups: Backup[] }) {
  const client = useQueryClient();
  const title = useRef<HTMLHeadingElement>(null);
  const isDeleted = useRef(false);
  const [target, setTarget] = useState<Backup | null>(null);
  const remove = async () => {
    if (!target) return;
    isDeleted.current = await attempt(
      () => call('DELETE /api/backups/:name', { name: target.name }),
      'The backup has been deleted.',
    );
    await client.invalidateQueries({ queryKey: keys.backups });
    void client.invalidateQueries({ queryKey: keys.system });
  };
  // The button that opened the dialog is gone.
  useEffect(() => {
    if (target || !isDeleted.current) return;
    isDeleted.current = false;
    title.current?.focus();
  }, [target]);
  return (
    <div>
      <h3 ref={title} tabIndex={-1} className="font-sans font-semibold text-sm outline-none">
        Available backups
      </h3>
      {backups.length === 0 && <p className="mt-2 text-muted">No backups yet.</p>}
      <ul>
        {backups.map((backup) => (
          <Row key={backup.name} backup={backup} onDelete={() => setTarget(backup)} />
        ))}
      </ul>
      <ConfirmDialog
        open={target !== null}
        title="Are you sure you want to delete this backup?"
        onConfirm={remove}
        onClose={() => setTarget(null)}
      >
        {target && `The backup of ${exactTime(target.createdAt)} will be deleted for good.`}
      </ConfirmDialog>
    </div>
  );
}

function Row({ backup, onDelete }: { backup: Backup; onDelete: () => void }) {
  const { name, size, createdAt, kind } = backup;
  const [bytes, setBytes] = useState<number | null>(null);
  const id = `backup-${name}`;
  const download = async () => {
    setBytes(0);
    await attempt(
      async () => saveBody(await respond('GET /api/backups/:name', { name }), setBytes),
      'The backup was downloaded.',
      (error) => failureText(error, "The backup couldn't be downloaded."),
    );
    setBytes(null);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-2">
      <div className="min-w-0 grow">
        <p id={id} className="font-medium">
          <time dateTime={createdAt}>{exactTime(createdAt)}</time>
        </p>
        <p className="text-muted text-xs">
          {KINDS[kind]}, {formatSize(size)}
        </p>
      </div>
      <div className="-ml-3.5 flex flex-wrap gap-x-2 sm:ml-0">
        <Button
          variant="quiet"
          small
          aria-describedby={id}
          busy={bytes !== null}
          busyLabel={`${formatSize(bytes ?? 0)} of ${formatSize(size)}`}
          onClick={download}
        >
          Download
        </Button>
        <DeleteButton aria-describedby={id} onClick={onDelete}>
          Delete
        </DeleteButton>
      </div>
    </li>
  );
}
