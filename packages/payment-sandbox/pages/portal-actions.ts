import type { Context } from '../context.ts';
import { idOf } from '../lists.ts';
import type { RawParameters } from '../parameters.ts';
import { addCard, cancelPlan, makeDefault, removeCard, renewPlan } from '../portal/actions.ts';
import { type Visit, visitOf } from '../portal/visit.ts';
import { type CardAnswer, unfinished } from './checkout-actions.ts';
import { cardFrom, textFrom } from './form-values.ts';
import { cancelPage, newCardPage, portalPage } from './portal-page.ts';

/** The portal's page, or one of its two questions. */
export function showPortal(context: Context, id: string, query: URLSearchParams): string {
  const visit = visitOf(context, id);
  const cancelled = query.get('cancel');
  if (cancelled) return cancelPage(visit, cancelled);
  if (query.get('add') === 'card') return newCardPage(visit);
  return portalPage(visit, productNames(context, visit), query.get('done'));
}

/** What each plan is called. */
function productNames({ store }: Context, { subscriptions }: Visit): Map<string, string> {
  return new Map(
    subscriptions.map(({ id, items }) => {
      const names = items.data.map(({ price }) => store.find('product', idOf(price.product) ?? '')?.name);
      return [id, names.filter(Boolean).join(', ')];
    }),
  );
}

/** What the portal's buttons do, and the word for it that the next page shows. */
const actions = {
  cancel: { act: cancelPlan, done: 'cancelled' },
  renew: { act: renewPlan, done: 'renewed' },
  default: { act: makeDefault, done: 'default' },
  remove: { act: removeCard, done: 'removed' },
};

/** Takes a click on one of the portal's buttons. Returns where to go then, seen from the address of the click. */
export function changePortal(context: Context, id: string, action: keyof typeof actions, form: RawParameters): string {
  const { act, done } = actions[action];
  act(context, visitOf(context, id), textFrom(form, 'subject'));
  return `../${id}?done=${done}`;
}

/** A card was typed. @throws ApiError with what the page says */
export function addCardOnPage(context: Context, id: string, form: RawParameters): CardAnswer {
  const intent = addCard(context, visitOf(context, id), cardFrom(form));
  if (intent.status === 'succeeded') return { redirect: `${id}?done=added` };
  return { step: String(intent.next_action?.use_stripe_sdk?.source), amount: '' };
}

/** The bank's question about a new card was answered. */
export function finishCardOnPage({ store }: Context, id: string): CardAnswer {
  const setup = store.find('setup_intent', store.find('portal_setup', id)?.intent ?? '');
  if (setup?.status === 'succeeded') return { redirect: `${id}?done=added` };
  throw unfinished(store, setup?.id ?? '');
}
