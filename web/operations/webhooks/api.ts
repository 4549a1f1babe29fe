import { queryOptions } from '@tanstack/react-query';
import * as ofOrganisation from '#contract/operations/webhooks.endpoints.ts';
import type { DeliveryQuery, WebhookChange, WebhookForm, WebhookWithSecret } from '#contract/operations/webhooks.ts';
import * as ofPortal from '#contract/operations/webhooks-admin.endpoints.ts';
import { useAction } from '#web/platform/action.ts';
import { call } from '#web/platform/api.ts';
import { listOptions, pageQueryOf, queryOf } from '#web/platform/queries.ts';

/** Owner of webhooks: an organisation by its id; null for the portal. */
export type Owner = number | null;

/** Administrators and owners have the same calls below different paths. */
const callsOf = (owner: Owner) =>
  owner === null
    ? {
        list: () => queryOf(ofPortal.listPortalWebhooks),
        deliveries: (webhookId: number, query: DeliveryQuery) =>
          pageQueryOf(ofPortal.listPortalDeliveries, { params: { webhookId }, query }),
        add: (body: WebhookForm) => call(ofPortal.addPortalWebhook, { body }),
        change: (webhookId: number, body: WebhookChange) =>
          call(ofPortal.changePortalWebhook, { params: { webhookId }, body }),
        remove: (webhookId: number) => call(ofPortal.removePortalWebhook, { params: { webhookId } }),
        rotate: (webhookId: number) => call(ofPortal.rotatePortalWebhookSecret, { params: { webhookId } }),
        endFormer: (webhookId: number) => call(ofPortal.endPortalFormerSecret, { params: { webhookId } }),
        test: (webhookId: number) => call(ofPortal.sendPortalTestEvent, { params: { webhookId } }),
        resend: (webhookId: number, deliveryId: number) =>
          call(ofPortal.resendPortalDelivery, { params: { webhookId, deliveryId } }),
        resendSince: (webhookId: number, since: string) =>
          call(ofPortal.resendPortalDeliveries, { params: { webhookId }, body: { since } }),
        changed: [ofPortal.listPortalWebhooks, ofPortal.listPortalDeliveries],
      }
    : {
        list: () => queryOf(ofOrganisation.listWebhooks, { params: { id: owner } }),
        deliveries: (webhookId: number, query: DeliveryQuery) =>
          pageQueryOf(ofOrganisation.listDeliveries, { params: { id: owner, webhookId }, query }),
        add: (body: WebhookForm) => call(ofOrganisation.addWebhook, { params: { id: owner }, body }),
        change: (webhookId: number, body: WebhookChange) =>
          call(ofOrganisation.changeWebhook, { params: { id: owner, webhookId }, body }),
        remove: (webhookId: number) => call(ofOrganisation.removeWebhook, { params: { id: owner, webhookId } }),
        rotate: (webhookId: number) => call(ofOrganisation.rotateWebhookSecret, { params: { id: owner, webhookId } }),
        endFormer: (webhookId: number) => call(ofOrganisation.endFormerSecret, { params: { id: owner, webhookId } }),
        test: (webhookId: number) => call(ofOrganisation.sendTestEvent, { params: { id: owner, webhookId } }),
        resend: (webhookId: number, deliveryId: number) =>
          call(ofOrganisation.resendDelivery, { params: { id: owner, webhookId, deliveryId } }),
        resendSince: (webhookId: number, since: string) =>
          call(ofOrganisation.resendDeliveries, { params: { id: owner, webhookId }, body: { since } }),
        changed: [ofOrganisation.listWebhooks, ofOrganisation.listDeliveries],
      };

/** Intervals at which the page is fetched again: while events are on their way, and while only retries are due. */
const soonMs = 2000;
const laterMs = 10_000;

export const webhooksQuery = (owner: Owner) =>
  queryOptions({
    ...callsOf(owner).list(),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      const sending = data?.filter(({ isOn, waiting }) => isOn && waiting > 0) ?? [];
      if (sending.some(({ failingSince }) => failingSince === null)) return soonMs;
      return sending.length > 0 && laterMs;
    },
  });

export const deliveriesQuery = (owner: Owner, webhookId: number, query: DeliveryQuery) =>
  queryOptions({
    ...callsOf(owner).deliveries(webhookId, query),
    ...listOptions,
    refetchInterval: ({ state: { data } }) => {
      const waiting = data?.items.filter(({ status }) => status === 'waiting') ?? [];
      if (waiting.some(({ attempts }) => attempts === 0)) return soonMs;
      return waiting.length > 0 && laterMs;
    },
  });

export const useAddWebhook = (owner: Owner, onDone: (added: WebhookWithSecret) => void) =>
  useAction({
    send: callsOf(owner).add,
    failed: 'The webhook was not added',
    changed: callsOf(owner).changed,
    onDone,
  });

export const useChangeWebhook = (owner: Owner, webhookId: number, onDone?: () => void) =>
  useAction({
    send: (change: WebhookChange) => callsOf(owner).change(webhookId, change),
    failed: 'The webhook was not changed',
    done: () => ({ title: 'The webhook was changed' }),
    changed: callsOf(owner).changed,
    onDone,
  });

export const useRemoveWebhook = (owner: Owner, webhookId: number) =>
  useAction({
    send: () => callsOf(owner).remove(webhookId),
    failed: 'The webhook was not removed',
    done: ({ message }) => ({ title: message }),
    // Its deliveries are deleted too, so they are not fetched again.
    changed: callsOf(owner).changed.slice(0, 1),
  });

export const useRotateSecret = (owner: Owner, webhookId: number, onDone: (rotated: WebhookWithSecret) => void) =>
  useAction({
    send: () => callsOf(owner).rotate(webhookId),
    failed: 'No new secret was made',
    changed: callsOf(owner).changed,
    onDone,
  });

export const useEndFormerSecret = (owner: Owner, webhookId: number) =>
  useAction({
    send: () => callsOf(owner).endFormer(webhookId),
    failed: 'The former secret was not ended',
    done: () => ({ title: 'The former secret signs no more' }),
    changed: callsOf(owner).changed,
  });

export const useSendTest = (owner: Owner, webhookId: number) =>
  useAction({
    send: () => callsOf(owner).test(webhookId),
    failed: 'No test event was sent',
    done: () => ({ title: 'The test event is on its way' }),
    changed: callsOf(owner).changed,
  });

export const useResend = (owner: Owner, webhookId: number) =>
  useAction({
    send: (deliveryId: number) => callsOf(owner).resend(webhookId, deliveryId),
    failed: 'The event was not sent again',
    done: () => ({ title: 'The event is on its way again' }),
    changed: callsOf(owner).changed,
  });

export const useResendSince = (owner: Owner, webhookId: number, onDone: () => void) =>
  useAction({
    send: (since: string) => callsOf(owner).resendSince(webhookId, since),
    failed: 'No event was sent again',
    done: ({ deliveries }) => ({
      title: deliveries === 1 ? '1 event is on its way again' : `${deliveries} events are on their way again`,
    }),
    changed: callsOf(owner).changed,
    onDone,
  });
