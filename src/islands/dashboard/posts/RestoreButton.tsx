import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Icon } from '../../../icons/Icon.tsx';
import { documentsApi } from '../../../lib/documents-api.ts';
import { toast } from '../../../stores/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { requestMessage } from '../../ui/request.ts';
import { keys } from '../data.tsx';
import { type ListedPost, statusText } from './listed-post.ts';

/** Takes a post out of the trash, as it was. */
export function RestoreButton({ post, describedBy }: { post: ListedPost; describedBy: string }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      const restored = await documentsApi.act('restore', post._id);
      toast(`The post is back: ${statusText(restored)}.`);
    } catch (error) {
      toast(requestMessage(error, "The post couldn't be restored. Please try again."), 'error');
    }
    setBusy(false);
    await client.invalidateQueries({ queryKey: keys.posts });
  };
  return (
    <Button
      small
      variant="quiet"
      busy={busy}
      aria-describedby={describedBy}
      onClick={() => void restore()}
    >
      <Icon name="rotate-cw" size={16} />
      Restore
    </Button>
  );
}
