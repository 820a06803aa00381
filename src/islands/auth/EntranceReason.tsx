import type { SignInReason } from '../../stores/after-sign-in.ts';
import { Alert } from '../ui/Alert.tsx';

const REASONS = { like: 'to like this comment', comment: 'to send your comment' };

/** Says why the page is open, if a guest was about to do something that needs an account. */
export function EntranceReason({ verb, reason }: { verb: string; reason: SignInReason }) {
  if (reason === null) return null;
  return (
    <Alert tone="info" className="mb-6">
      {verb} {REASONS[reason]}
    </Alert>
  );
}
