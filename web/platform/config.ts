import { useQuery } from '@tanstack/react-query';
import { getPortalConfig } from '#contract/identity/settings.endpoints.ts';
import type { PortalConfig } from '#contract/identity/settings.ts';
import { queryOf } from './queries.ts';

export const portalConfigQuery = queryOf(getPortalConfig);

/** Returns the portal's configuration. The root renders no screen before the configuration has arrived. */
export function usePortalConfig(): PortalConfig {
  const { data } = useQuery(portalConfigQuery);
  if (!data) throw new Error('The configuration is used before the root has loaded it');
  return data;
}
