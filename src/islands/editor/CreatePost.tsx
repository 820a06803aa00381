import { Guard } from '../auth/Guard.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import { PostForm } from './PostForm.tsx';

/** The page on which a post is written, for administrators. */
export function CreatePost() {
  return (
    <Guard audience="admin" skeleton={<FormSkeleton />}>
      {(user) => (
        // Another user, another form: nothing written by the one shows up with the other.
        <PostForm
          key={user._id}
          user={user}
          placeholder="Share your thoughts..."
          saved="Your post is published."
        />
      )}
    </Guard>
  );
}
