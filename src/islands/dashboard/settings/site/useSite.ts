import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../lib/api.ts';
import type { Answer, Body } from '../../../../lib/api-types.ts';
import { toast } from '../../../../stores/toasts.ts';
import { requestMessage, statusOf } from '../../../ui/request.ts';
import { keys } from '../../data.tsx';
import { changedKeys, type FieldValues, fieldValue, isSame } from './site-fields.ts';
import { readUnsaved, writeUnsaved } from './unsaved.ts';

export type StoredSite = Answer<'GET /api/settings/site'>;

export const useSite = () =>
  useQuery({
    queryKey: keys.site,
    queryFn: ({ signal }) => call('GET /api/settings/site', { signal }),
  });

export const useSiteVersions = () =>
  useQuery({
    queryKey: keys.siteVersions,
    queryFn: ({ signal }) => call('GET /api/settings/site/versions', { signal }),
  });

/** Shows the values that the server stored, and follows how they're applied. */
function useShowSaved() {
  const client = useQueryClient();
  return ({ site, version }: Answer<'PUT /api/settings/site'>) => {
    client.setQueryData(
      keys.site,
      (old: StoredSite | undefined) => old && { ...old, site, version },
    );
    void client.invalidateQueries({ queryKey: keys.siteVersions });
    void client.invalidateQueries({ queryKey: keys.publishing });
  };
}

/** Restores a version. `onRestored` gets the number of the new one. */
export function useRestore(onRestored: (version: number) => void) {
  const showSaved = useShowSaved();
  return useMutation({
    mutationFn: (version: number) => call('POST /api/settings/site/restore', { body: { version } }),
    onSuccess: (saved) => {
      showSaved(saved);
      onRestored(saved.version);
      toast('Settings restored.');
    },
    onError: (error) => toast(requestMessage(error), 'error'),
  });
}

/**
 * The unsaved changes of all sections, and saving some of them. They start from one version of the
 * settings, so that a save can't silently replace what another administrator has changed since.
 */
export function useUnsaved(userId: string, stored: StoredSite) {
  const client = useQueryClient();
  const showSaved = useShowSaved();
  const [unsaved, setUnsaved] = useState(
    () => readUnsaved(userId) ?? { userId, version: stored.version, values: {} },
  );
  const keep = (version: number, values: FieldValues) => {
    const next = { userId, version, values };
    setUnsaved(next);
    writeUnsaved(next);
  };
  const isEmpty = Object.keys(unsaved.values).length === 0;
  const base = isEmpty ? stored.version : unsaved.version;
  const put = useMutation({
    mutationFn: (body: Body<'PUT /api/settings/site'>) => call('PUT /api/settings/site', { body }),
  });
  const set = (path: string, value: FieldValues[string]) => {
    const others = without(unsaved.values, [path]);
    keep(
      base,
      isSame(value, fieldValue(stored.site, path)) ? others : { ...others, [path]: value },
    );
  };
  const discard = (paths: readonly string[]) => keep(base, without(unsaved.values, paths));
  /** Throws what the call throws. After a 409, the next save starts from the newest version. */
  const save = async (values: FieldValues) => {
    try {
      const body = { version: base, site: changedKeys(stored.site, values) };
      const saved = await put.mutateAsync(body);
      showSaved(saved);
      keep(saved.version, without(unsaved.values, Object.keys(values)));
      toast('Settings saved.');
    } catch (error) {
      if (statusOf(error) === 409) {
        const newest = await client.fetchQuery({
          queryKey: keys.site,
          queryFn: () => call('GET /api/settings/site'),
          staleTime: 0,
        });
        keep(newest.version, unsaved.values);
      }
      throw error;
    }
  };
  /** The user knows about this version: the next save of what's unsaved starts from it. */
  const startFrom = (version: number) => keep(version, unsaved.values);
  return { values: unsaved.values, isSaving: put.isPending, set, discard, save, startFrom };
}

function without(values: FieldValues, paths: readonly string[]): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([path]) => !paths.includes(path)));
}
