import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../../data.tsx';

/** Returns a function that reloads what a change of a sign-in method changes. */
export function useSecurityRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    for (const key of [keys.passkeys, keys.identities, keys.secondFactor, keys.events]) {
      void client.invalidateQueries({ queryKey: key });
    }
  };
}
