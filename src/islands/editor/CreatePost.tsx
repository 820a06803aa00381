import { api } from '../../lib/api.ts';
import { Guard } from '../auth/Guard.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import { PostForm } from './PostForm.tsx';

/** The page on which a post is written, for administrators. */
export function CreatePost() {
  return (
    <Guard audience="admin" skeleton={<FormSkeleton />}>
      {(user) => (
        <PostForm
          user={user}
          placeholder="Share your thoughts..."
          submitLabel="Publish Post"
          busyLabel="Publishing..."
          saved="Your post is published."
          save={(values) => api.createPost(values)}
        />
      )}
    </Guard>
  );
}
