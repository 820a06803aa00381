import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { User } from '../../../api/contract/users.ts';
import { type Admission, type Audience, type Watch, watchAdmission } from '../../lib/guard.ts';
import { ErrorState } from '../ui/list-states.tsx';

interface Props {
  /** `user` admits all signed-in users, `admin` only administrators. */
  audience: Audience;
  skeleton: ReactNode;
  children: (user: User) => ReactNode;
}

/** Shows its content only to its audience. Others go to the sign-in page. */
export function Guard({ audience, skeleton, children }: Props) {
  const [admission, setAdmission] = useState<Admission>({ state: 'checking' });
  const watch = useRef<Watch>(null);

  useEffect(() => {
    const current = watchAdmission(audience, setAdmission);
    watch.current = current;
    return () => current.stop();
  }, [audience]);

  if (admission.state === 'admitted') return children(admission.user);
  if (admission.state === 'unreachable') {
    return (
      <div className="wrap py-16">
        <ErrorState
          title="The server cannot be reached"
          text="We couldn't check whether you're signed in. Please try again."
          onRetry={() => watch.current?.retry()}
        />
      </div>
    );
  }
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      {skeleton}
    </div>
  );
}
