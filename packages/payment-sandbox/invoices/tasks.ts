import type { TaskHandlers } from '../tasks.ts';
import { collectInvoice } from './collecting.ts';
import { finalizeInvoice } from './finalizing.ts';

/** What happens to invoices as time passes. */
export const invoiceTasks: TaskHandlers = {
  /** A draft stays open for changes for an hour; then it is final and charged. */
  'invoice.finalize': (context, subject) => {
    const draft = context.store.find('invoice', subject);
    if (draft?.status !== 'draft') return;
    const invoice = finalizeInvoice(context, draft);
    if (invoice.status === 'open') collectInvoice(context, invoice);
  },
  'invoice.retry': (context, subject) => {
    const invoice = context.store.get('invoice', subject);
    if (invoice.status === 'open') collectInvoice(context, invoice);
  },
};
