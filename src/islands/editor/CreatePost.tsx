import { Guard } from '../auth/Guard.tsx';
import { EditorSkeleton } from './EditorSkeleton.tsx';
import { PostForm } from './PostForm.tsx';

export function CreatePost() {
  return (
    <Guard audience="author" skeleton={<EditorSkeleton />}>
      {(user) => (
        // After a change of user, the form of the previous one must not remain.
        <PostForm key={user._id} user={user} document={null} placeholder="Share your thoughts..." />
      )}
    </Guard>
  );
}
