import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ToolAccess } from '#contract/learning/tools.ts';
import { ApiError } from '#web/platform/errors.ts';
import { tabToken } from '#web/platform/tab-token.ts';
import { toolAccessQuery } from './api.ts';
import { isToolOf, type NamedTool } from './display.ts';

/** State of a page that was opened with a tool's token. */
export type ToolPage =
  | { kind: 'missing' }
  | { kind: 'checking' }
  | { kind: 'denied' }
  | { kind: 'failed'; isBusy: boolean; retry: () => void }
  | { kind: 'granted'; token: string; access: ToolAccess };

/**
 * Checks the token this tab was opened with; a reload finds it again. Use it on every page that a tool's token leads
 * to.
 * @param named the tool in the URL, which must be the token's own
 */
export function useToolPage(named: NamedTool = {}): ToolPage {
  // Kept from the first render, because a page may replace the token when it has ended.
  const [token] = useState(tabToken);
  const { data, error, isFetching, refetch } = useQuery({ ...toolAccessQuery(token ?? ''), enabled: token !== null });
  if (token === null) return { kind: 'missing' };
  if (data) return isToolOf(data, named) ? { kind: 'granted', token, access: data } : { kind: 'denied' };
  if (error === null) return { kind: 'checking' };
  const isRejected = error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
  return isRejected ? { kind: 'denied' } : { kind: 'failed', isBusy: isFetching, retry: () => void refetch() };
}
