import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { User } from '../../../api/contract/users.ts';
import { type Admission, type Audience, type Watch, watchAdmission } from '../../lib/guard.ts';
import { ErrorState } from '../ui/list-states.tsx';

interface Props {
  /** `user` admits all signed-in users, `author` only those who may write posts. */
  audience: Audience;
  skeleton: ReactNode;
  /** The heading of the page, if it comes with the content. */
  heading?: string;
  children: (user: User) => ReactNode;
}

/** Shows its content only to its audience. Others go to the sign-in page. */
export function Guard({ audience, skeleton, heading, children }: Props) {
  const [admission, setAdmission] = useState<Admission>({ state: 'checking' });
  const watch = useRef<Watch>(null);

  useEffect(() => {
    const current = watchAdmission(audience, setAdmission);
    watch.current = current;
    return () => current.stop();
  }, [audience]);

  if (admission.state === 'admitted') return children(admission.user);
  return (
    <>
      {heading && <h1 className="sr-only">{heading}</h1>}
      {admission.state === 'checking' ? (
        <div role="status">
          <span className="sr-only">Loading...</span>
          {skeleton}
        </div>
      ) : (
        <div className="mx-auto max-w-3xl px-5 py-16">
          {admission.state === 'unreachable' ? (
            <ErrorState
              title="The server can't be reached"
              text="We couldn't check whether you're signed in. Please try again."
              onRetry={() => watch.current?.retry()}
            />
          ) : (
            <ErrorState
              title="Sign-in isn't available on this copy of the site"
              text="This copy has no server for accounts."
            />
          )}
        </div>
      )}
    </>
  );
}
