import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { BackupList } from '../../../../api/contract/backups.ts';
import { call } from '../../../lib/api.ts';
import { toast } from '../../../stores/toasts.ts';
import { requestMessage } from '../../ui/request.ts';
import { keys } from '../data.tsx';

const RUNNING_MS = 2_000;
const REFRESH_MS = 60_000;

/** Returns the backups, and a mutation that makes one. */
export function useBackups() {
  const client = useQueryClient();
  const backups = useQuery({
    queryKey: keys.backups,
    queryFn: ({ signal }) => call('GET /api/backups', { signal }),
    refetchInterval: ({ state }) => (isBusy(state.data) ? RUNNING_MS : REFRESH_MS),
  });
  const make = useMutation({
    mutationFn: () => call('POST /api/backups'),
    onSuccess: (list) => client.setQueryData(keys.backups, list),
    onError: (error) => toast(requestMessage(error), 'error'),
  });
  const isRunning = backups.data?.isRunning ?? false;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) {
      if (backups.data && !backups.data.failure) toast('Backup created and checked.');
      void client.invalidateQueries({ queryKey: keys.system });
    }
    wasRunning.current = isRunning;
  }, [isRunning, backups.data, client]);
  return { backups, make, isRunning: isRunning || make.isPending };
}

/** Whether a backup or an export is running, or is due and starts within seconds. */
function isBusy(list: BackupList | undefined): boolean {
  if (!list) return false;
  const isDue = (nextAt: string | null) => nextAt !== null && Date.parse(nextAt) <= Date.now();
  return list.isRunning || isDue(list.nextAt) || isDue(list.exports?.nextAt ?? null);
}
