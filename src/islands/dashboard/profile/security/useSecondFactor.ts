import { useQuery } from '@tanstack/react-query';
import { securityApi } from '../../../../lib/security-api.ts';
import { keys } from '../../data.tsx';

/** Whether two-step verification is on, and what is left of the recovery codes. */
export function useSecondFactor() {
  return useQuery({
    queryKey: keys.secondFactor,
    queryFn: ({ signal }) => securityApi.secondFactorStatus({ signal }),
    staleTime: 0,
  });
}
