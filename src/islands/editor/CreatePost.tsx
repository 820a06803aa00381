import { includesRole } from '../../../api/contract/users.ts';
import { Guard } from '../auth/Guard.tsx';
import { Alert } from '../ui/Alert.tsx';
import { EditorSkeleton } from './EditorSkeleton.tsx';
import { PostForm } from './PostForm.tsx';

/** The island of /create-post. With `?kind=page`, it creates a page of the site. */
export function CreatePost() {
  return (
    <Guard audience="author" skeleton={<EditorSkeleton />}>
      {(user) => {
        const isPage = new URLSearchParams(window.location.search).get('kind') === 'page';
        if (isPage && !includesRole(user, 'editor')) {
          return <Alert className="mt-7">Only editors and administrators can write pages.</Alert>;
        }
        return (
          // After a change of user, the form of the previous one must not remain.
          <PostForm
            key={user._id}
            kind={isPage ? 'page' : 'post'}
            user={user}
            document={null}
            placeholder={isPage ? 'Write something...' : 'Share your thoughts...'}
          />
        );
      }}
    </Guard>
  );
}
