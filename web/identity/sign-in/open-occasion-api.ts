import type { QueryClient } from '@tanstack/react-query';
import { givenGift } from '../../commerce/purchases/gift-api.ts';
import { openInvitationQuery } from '../../organisations/organisations/invitation-api.ts';
import { giftProblem, type Occasion, proofOf } from './occasion-display.ts';

/** Opens a mailed link. @throws what the portal says of one that no longer works */
export async function open(client: QueryClient, kind: Occasion['kind'], secret: string) {
  if (kind === 'gift') {
    const occasion: Occasion = { kind, secret, opened: await client.fetchQuery(givenGift(secret)) };
    return { occasion, proof: proofOf(occasion), problem: giftProblem(occasion.opened) };
  }
  const occasion: Occasion = { kind, secret, opened: await client.fetchQuery(openInvitationQuery(secret)) };
  return { occasion, proof: proofOf(occasion), problem: null };
}
