import { useQuery } from '@tanstack/react-query';
import { publicResource } from '#web/pages/storefront/api.ts';
import { usePortalConfig } from '#web/platform/config.ts';

/** Returns the resource that the visitor comes from or goes to, if it is public. */
export function useReturnResource(target: string) {
  const { catalogueIsPublic } = usePortalConfig();
  const [, id] = /^\/(?:resource|checkout|subscribe)\/([1-9]\d{0,8})(?:[/?]|$)/.exec(target) ?? [];
  const { data } = useQuery({ ...publicResource(Number(id ?? 0)), enabled: catalogueIsPublic && id !== undefined });
  return id === undefined ? undefined : data;
}
