import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { publicResource } from '../../pages/storefront/api.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { tabToken } from '../../platform/tab-token.ts';
import type { Occasion, Proof } from './occasion-display.ts';

/** A mailed link that was opened, with what it proves and why it is over. */
type Opened = { occasion: Occasion; proof: Proof | null; problem: string | null };

/** Opens the mailed link of the page at a path; nothing is opened at other pages. */
export function useOccasion(path: string) {
  const kind = linkKindOf(path);
  // Only the tab has the secret, so the page is drawn without it.
  const [secret, setSecret] = useState<string | null>();
  useEffect(() => setSecret(kind && tabToken()), [kind]);
  const { data, isLoading, error } = useQuery(occasionQuery(kind, secret ?? ''));
  return { opened: data ?? null, isPending: kind !== null && (secret === undefined || isLoading), error };
}

/** The code is loaded only for a link, because most visitors come without one. */
const occasionQuery = (kind: Occasion['kind'] | null, secret: string) =>
  queryOptions({
    queryKey: ['occasion', kind, secret],
    queryFn: async ({ client }): Promise<Opened> => {
      const { open } = await import('./open-occasion-api.ts');
      return open(client, kind ?? 'invitation', secret);
    },
    enabled: kind !== null && secret !== '',
    gcTime: 0,
  });

function linkKindOf(path: string): Occasion['kind'] | null {
  if (path === '/invitation') return 'invitation';
  return path === '/gift' ? 'gift' : null;
}

/** The resource that the visitor comes from, or goes to, if everybody may see it. */
export function useReturnResource(target: string) {
  const { catalogueIsPublic } = usePortalConfig();
  const [, id] = /^\/(?:resource|checkout|subscribe)\/([1-9]\d{0,8})(?:[/?]|$)/.exec(target) ?? [];
  const { data } = useQuery({ ...publicResource(Number(id ?? 0)), enabled: catalogueIsPublic && id !== undefined });
  return id === undefined ? undefined : data;
}
