import type Stripe from 'stripe';
import { type Call, operation } from '../context.ts';
import { noSuchResource } from '../errors.ts';
import { emit } from '../events.ts';
import { draftCreditNote, issueCreditNote, voidCreditNote } from '../invoices/credit-notes.ts';
import { inRange, pageOf, refersTo } from '../lists.ts';
import { mergeMetadata } from '../parameters.ts';

const writable = [
  'amount',
  'credit_amount',
  'invoice',
  'lines',
  'memo',
  'metadata',
  'out_of_band_amount',
  'reason',
  'refund_amount',
  'refunds',
] as const;

export const creditNoteOperations = [
  operation<Stripe.CreditNoteCreateParams>({
    method: 'post',
    path: '/v1/credit_notes',
    accepts: writable,
    run: (call) => issueCreditNote(call, call.parameters),
  }),
  operation<Stripe.CreditNoteListParams>({
    method: 'get',
    path: '/v1/credit_notes',
    accepts: ['created', 'customer', 'ending_before', 'invoice', 'limit', 'starting_after'],
    run: ({ store, parameters }) => {
      const notes = store
        .all('credit_note')
        .filter((note) => refersTo(note.customer, parameters.customer) && refersTo(note.invoice, parameters.invoice))
        .filter((note) => inRange(note.created, parameters.created));
      return pageOf(notes, parameters, { url: '/v1/credit_notes', kind: 'credit_note' });
    },
  }),
  operation<Stripe.CreditNotePreviewParams>({
    method: 'get',
    path: '/v1/credit_notes/preview',
    accepts: writable,
    run: (call) => draftCreditNote(call, call.parameters).note,
  }),
  operation<Stripe.CreditNoteRetrieveParams>({
    method: 'get',
    path: '/v1/credit_notes/{id}',
    accepts: [],
    run: existing,
  }),
  operation<Stripe.CreditNoteUpdateParams>({
    method: 'post',
    path: '/v1/credit_notes/{id}',
    accepts: ['memo', 'metadata'],
    run: (call) => {
      const before = existing(call);
      const { memo, metadata } = call.parameters;
      const note = call.store.put('credit_note', {
        ...before,
        memo: memo ?? before.memo,
        metadata: mergeMetadata(before.metadata ?? {}, metadata),
      });
      emit(call, 'credit_note.updated', note, before);
      return note;
    },
  }),
  operation<Stripe.CreditNoteVoidCreditNoteParams>({
    method: 'post',
    path: '/v1/credit_notes/{id}/void',
    accepts: [],
    run: (call) => voidCreditNote(call, existing(call)),
  }),
  operation<Stripe.CreditNoteListLineItemsParams>({
    method: 'get',
    path: '/v1/credit_notes/{id}/lines',
    accepts: ['ending_before', 'limit', 'starting_after'],
    run: (call) => {
      const { lines } = existing(call);
      return pageOf(lines.data.toReversed(), call.parameters, { url: lines.url, kind: 'credit_note_line_item' });
    },
  }),
];

function existing({ store, id }: Call<unknown>): Stripe.CreditNote {
  const note = store.find('credit_note', id);
  if (!note) throw noSuchResource('credit note', id);
  return note;
}
