import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { MAX_COMMENT_LENGTH } from '../../../../api/contract/comments.ts';
import { call } from '../../../lib/api.ts';
import { $thread, changeThread } from '../../../stores/thread.ts';

/** Returns how long a comment may be. Asks the server, because the page may have an old limit. */
export function useMaxLength(): number {
  const { rules } = useStore($thread);
  useEffect(() => {
    if ($thread.get().rules === undefined) void loadRules();
  }, []);
  return rules?.maxLength ?? MAX_COMMENT_LENGTH;
}

async function loadRules(): Promise<void> {
  try {
    const page = await call('GET /api/comment/getthreads/:postId', {
      postId: $thread.get().postId,
      query: { limit: 1 },
    });
    changeThread({ rules: page.rules });
  } catch {
    // The server checks the length, too.
  }
}
