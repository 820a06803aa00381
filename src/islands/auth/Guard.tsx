import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { User } from '../../lib/api.ts';
import { type Admission, type Audience, type Watch, watchAdmission } from '../../lib/guard.ts';
import { ErrorState } from '../ui/ErrorState.tsx';

interface Props {
  /** `user`: everybody who is signed in; `admin`: administrators. */
  audience: Audience;
  /** The shape of the page, shown until it is known who is here. */
  skeleton: ReactNode;
  /** The page, for a user whom the server has confirmed. */
  children: (user: User) => ReactNode;
}

/** Shows its content to its audience only, and sends everybody else to the sign-in page. */
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
          text="Whether you are signed in could not be checked. Please try again."
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
