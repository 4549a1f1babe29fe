import { useQuery } from '@tanstack/react-query';
import { getPortalConfig } from '#contract/identity/settings.endpoints.ts';
import type { PortalConfig } from '#contract/identity/settings.ts';
import { queryOf } from './queries.ts';

/** What the portal is called, sells in and pays with; asked for once. */
export const portalConfigQuery = queryOf(getPortalConfig);

/** The portal's configuration. The root draws nothing below itself before it has arrived. */
export function usePortalConfig(): PortalConfig {
  const { data } = useQuery(portalConfigQuery);
  if (!data) throw new Error('The configuration is used before the root has loaded it');
  return data;
}
