import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { givenGift } from '#web/commerce/purchases/gift-api.ts';
import { openInvitationQuery } from '#web/organisations/organisations/invitation-api.ts';
import { tabToken } from '#web/platform/tab-token.ts';
import { type Occasion, type Proof, problemOf, proofOf } from './occasion-display.ts';

/**
 * An opened mailed link: its proof of the address, and the problem if it cannot be used. `occasion` is null for a gift
 * that is over and for a page without a link's secret.
 */
export type Opened = { occasion: Occasion | null; proof: Proof | null; problem: string | null };

/** Opens the mailed link of the page. */
export function useOccasion(kind: Occasion['kind']) {
  // Only the tab has the secret, so the server renders the page without it.
  const [secret, setSecret] = useState<string | null>();
  useEffect(() => setSecret(tabToken()), []);
  const { data, isLoading, isFetching, error, refetch } = useQuery({
    queryKey: ['occasion', kind, secret],
    queryFn: ({ client }) => open(client, kind, secret ?? ''),
    enabled: typeof secret === 'string',
    gcTime: 0,
  });
  const opened: Opened | null = secret === null ? { occasion: null, proof: null, problem: noSecret } : (data ?? null);
  const isPending = secret === undefined || isLoading;
  return { opened, isPending, isFetching, error, refetch: () => void refetch() };
}

const noSecret = 'This page is opened by the link of an email. Open the link once more.';

async function open(client: QueryClient, kind: Occasion['kind'], secret: string): Promise<Opened> {
  if (kind === 'invitation') {
    const occasion: Occasion = { kind, secret, opened: await client.fetchQuery(openInvitationQuery(secret)) };
    return { occasion, proof: proofOf(occasion), problem: problemOf(occasion) };
  }
  const occasion: Occasion = { kind, secret, opened: await client.fetchQuery(givenGift(secret)) };
  const isOver = occasion.opened.state !== 'sent';
  return { occasion: isOver ? null : occasion, proof: proofOf(occasion), problem: problemOf(occasion) };
}
