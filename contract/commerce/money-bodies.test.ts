import { expect, test } from 'vitest';
import { RefundPreviewQuery } from './access-admin.ts';
import { DecideRefundRequest, RefundSubscription, RequestRefund } from './billing.ts';
import { RefundPurchase } from './purchases-admin.ts';
import { CreditLimitForm, SeatOrderForm, SeatPricesForm, SeatsChange } from './purchases-seats.ts';
import { ChangePlan } from './subscriptions-changes.ts';
import { PlanSeatPricesForm } from './subscriptions-seats.ts';

test.for(
  Object.entries({
    ChangePlan,
    CreditLimitForm,
    DecideRefundRequest,
    PlanSeatPricesForm,
    RefundPreviewQuery,
    RefundPurchase,
    RefundSubscription,
    RequestRefund,
    SeatOrderForm,
    SeatPricesForm,
    SeatsChange,
  }),
)('API-62 %s rejects a misspelt field and names it', ([, schema]) => {
  const messages = schema.safeParse({ amuont: 5 }).error?.issues.map(({ message }) => message);
  expect(messages).toContainEqual(expect.stringMatching(/^amuont is no field of this call, which takes /));
});
