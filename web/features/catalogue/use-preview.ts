import { useSearchParameters } from '../../platform/link.tsx';
import { useMember } from '../accounts/api.ts';

/** Whether an administrator looks at a resource as members see it; to anybody else such an address is a plain one. */
export function useIsPreview(): boolean {
  const { role } = useMember();
  return useSearchParameters().preview === 'true' && role === 'administrator';
}
