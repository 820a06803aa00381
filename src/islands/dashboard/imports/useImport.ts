import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ImportJob, ImportOptions, ImportStatus } from '../../../../api/contract/imports.ts';
import { call } from '../../../lib/api.ts';
import { keys } from '../data.tsx';
import { dropUpload, startUpload } from './upload.ts';

const WORKING_MS = 1500;
/** Another browser may be uploading. */
const UPLOADING_MS = 5000;

/** Loads the site's import, and polls while something happens. Hidden tabs don't poll. */
export function useImportJob() {
  return useQuery({
    queryKey: keys.importJob,
    queryFn: ({ signal }) => call('GET /api/imports', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => intervalOf(state.data?.job?.status),
  });
}

function intervalOf(status: ImportStatus | undefined): number | false {
  if (status === 'uploading') return UPLOADING_MS;
  return isWorking(status) && WORKING_MS;
}

/** Whether the server is at work, or will be in a moment. */
export function isWorking(status: ImportStatus | undefined): boolean {
  return status === 'waiting' || status === 'rehearsing' || status === 'publishing';
}

/** Returns the actions on the import. They reject if the server refuses. */
export function useImportActions() {
  const client = useQueryClient();
  const show = useCallback(
    async (job: ImportJob | null) => {
      // An answer from before the change would undo it on the screen.
      await client.cancelQueries({ queryKey: keys.importJob });
      client.setQueryData(keys.importJob, { job });
    },
    [client],
  );
  return {
    async start(file: File, options: ImportOptions) {
      const body = { name: file.name, size: file.size, options };
      const { job } = await call('POST /api/imports', { body });
      startUpload(job, file);
      await show(job);
    },
    async publish() {
      const { job } = await call('POST /api/imports/publish');
      await show(job);
    },
    async remove() {
      await call('DELETE /api/imports');
      dropUpload();
      client.removeQueries({ queryKey: keys.importReport });
      await show(null);
    },
  };
}
