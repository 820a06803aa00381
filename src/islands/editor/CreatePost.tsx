import { Guard } from '../auth/Guard.tsx';
import { FormSkeleton, PostForm } from './PostForm.tsx';

/** The island of /create-post, for administrators. */
export function CreatePost() {
  return (
    <Guard audience="author" skeleton={<FormSkeleton />}>
      {(user) => (
        // After a change of user, the form of the previous one must not remain.
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
