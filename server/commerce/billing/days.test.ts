import { afterAll, beforeAll, expect, it } from 'vitest';
import { longDate, longDay } from '#contract/dates.ts';
import type { Message } from '#contract/message.ts';
import { cancelledMail, trialEndsMail } from '#server/commerce/billing/emails.ts';
import { withDays } from '#server/platform/dates.ts';
import type { Client } from '#tests/support/client.ts';
import { createPayingPortal, type PayingPortal } from '#tests/support/payments.ts';
import { textOfPdf } from '#tests/support/pdf.ts';
import { subscribe, subscriptionOf } from '#tests/support/subscriptions.ts';

let portal: PayingPortal;
beforeAll(async () => {
  portal = await createPayingPortal({ variables: { PUBLISHER: 'Aldermoor Learning Ltd\n4 Quay Street, Leith' } });
});
afterAll(() => portal.close());

const inAuckland = { firstName: 'Hana', timeZone: 'Pacific/Auckland' };
/** 2 June in Auckland, 1 June in London and New York. */
const endsAt = new Date('2027-06-01T14:00:00Z');

it('GEN-27 mails and sentences about one instant name the day that it is for their reader', () => {
  const site = {
    productName: 'RAPP Learning',
    publicUrl: 'https://portal.example.org',
    colour: '#0d4f48',
    logoUrl: null,
    supportEmail: null,
  };
  const mail = cancelledMail({ description: 'Plan', endsAt }, inAuckland, site);
  expect(mail.subject).toBe('Your subscription ends on 2 June 2027');
  expect(mail.text).not.toContain('1 June');
  const trial = { description: 'Plan', amountMinor: 899, currency: 'GBP', taxMode: null, plan: 'monthly' } as const;
  const reminder = trialEndsMail({ ...trial, at: endsAt, hasPaymentMethod: true }, inAuckland, site);
  expect(reminder.subject).toBe('Your free trial ends on 2 June 2027');
  expect(withDays('Pacific/Auckland', (dayOf) => `Ends on ${dayOf(endsAt)}.`)).toEqual({
    message: 'Ends on 2 June 2027.',
    days: [{ text: '2 June 2027', at: endsAt.toISOString() }],
  });
  expect(withDays('America/New_York', (dayOf) => dayOf(endsAt)).message).toBe('1 June 2027');
});

/** Two zones whose dates differ, except for at most one hour a day. */
const farApart = ['Pacific/Auckland', 'Pacific/Pago_Pago'];

async function cancelIn(timeZone: string): Promise<Client> {
  const { member, id } = await subscribe(portal);
  expect((await member.patch('/api/user/profile', { timeZone })).status).toBe(200);
  const { email } = (await member.get('/api/user')).body as { email: string };
  const { body } = await member.post<Message>(`/api/user/subscription/${id}/cancel`);
  const end = (await subscriptionOf(member))?.currentPeriodEnd ?? '';
  const day = longDate(end, timeZone);
  expect(body).toEqual({
    message: `The subscription ends on ${day}; access lasts until then.`,
    days: [{ text: day, at: end }],
  });
  await portal.runWebhooks();
  const subjects = portal.sentMails.filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects).toContain(`Your subscription ends on ${day}`);
  return member;
}

it.each(farApart)(
  'GEN-27 a reply names the last day of a subscription as its mail and the screen do, for a member in %s',
  async (timeZone) => {
    await cancelIn(timeZone);
  },
);

it.each(farApart)(
  'GEN-27 TAX-04 the invoice of a member in %s names the day of its mail and screen, and that in UTC where it differs',
  async (timeZone) => {
    const member = await portal.member();
    await member.patch('/api/user/profile', { timeZone });
    const { email } = (await member.get('/api/user')).body as { email: string };
    const resourceId = await portal.addResource({ title: 'Hiring with care', priceMinor: 900 });
    const { clientSecret, paymentIntentId } = await portal.openPayment(member, resourceId);
    await portal.pay(clientSecret);
    const { body } = await member.post<{ documentId: number }>('/api/complete-purchase', {
      resourceId,
      paymentIntentId,
    });
    await portal.runJobs();
    const [row] = await portal.rows('select paid_at from documents where id = $1', [body.documentId]);
    const paidAt = row?.paid_at as Date;
    const [own, counted] = [longDate(paidAt, timeZone), longDay(paidAt)];
    const receipt = portal.sentMails.find(({ to, subject }) => to === email && subject.startsWith('Your receipt'));
    expect(receipt?.text).toContain(own);
    for (const reader of [member, await portal.administrator()]) {
      const text = await textOfPdf((await reader.get(`/api/documents/${body.documentId}`)).raw);
      expect(text).toContain(own === counted ? own : `${own} (${counted} in UTC)`);
    }
  },
);
