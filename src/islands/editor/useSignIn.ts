import { useEffect } from 'react';
import { stayWhile } from '../../lib/guard.ts';
import { goToSignIn } from '../../lib/navigate.ts';
import { toast } from '../../stores/toasts.ts';
import type { FormState } from './form-state.ts';
import { hasCoverFile } from './useCoverUpload.ts';

/**
 * Returns a function that lets the user sign in again after the session expired. While this page
 * has files that aren't uploaded yet, it stays open, and the sign-in opens in a new tab.
 */
export function useSignIn({ editor }: FormState['content'], draft: FormState['draft']) {
  useEffect(() => stayWhile(() => hasFiles(editor.current)), [editor]);
  return () => {
    if (!hasFiles(editor.current)) return void draft.settled().then(() => goToSignIn());
    toast(
      window.open('/signin')
        ? 'Use the new tab to sign in, then come back here and retry your uploads.'
        : 'Your browser blocked the new tab. Allow pop-ups for this site, then try again.',
      'info',
    );
  };
}

function hasFiles(editor: FormState['content']['editor']['current']): boolean {
  return hasCoverFile() || editor?.hasFiles() === true;
}
