import type { QueryClient } from '@tanstack/react-query';
import type { Crumb, Page } from '#web/platform/page.ts';
import { backToBrowse } from '../search/BackToBrowse.tsx';
import { resourceQuery } from './api.ts';
import { resourceIdOf } from './display.ts';

export const resourceTrail: readonly Crumb[] = [{ label: 'Browse Resources', link: backToBrowse }];

/** Returns the title and trail of a resource's page; null before the resource is loaded. */
export async function resourcePage(client: QueryClient, { id = '' }: Record<string, string>): Promise<Page | null> {
  const resource = client.getQueryData(resourceQuery(resourceIdOf(id) ?? 0).queryKey);
  return resource ? { title: resource.title, trail: resourceTrail } : null;
}
