import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ResourceSummary } from '#contract/catalogue/catalogue.ts';
import type { Block, Grant } from '#contract/commerce/access-admin.ts';
import type { MemberPurchase } from '#contract/commerce/purchases-admin.ts';
import { formatMoney, moneyText } from '#contract/money.ts';
import { choiceSize, resourceChoices } from '#web/catalogue/search/api.ts';
import { ResourceChoice } from '#web/catalogue/search/ResourceChoice.tsx';
import { shortDate } from '#web/dates.ts';
import { today } from '#web/platform/clock.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { SearchBox } from '#web/ui/SearchBox.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { explanation, memberBlocks, memberGrants, memberPurchases, memberSubscription, useGrant } from './api.ts';
import { entitlementText, grantStatus, isRunning, lastDayText, otherReasons } from './display.ts';
import { Line, Lines, LoadedPart, Part } from './Part.tsx';
import { PurchaseRefundButton } from './PurchaseRefund.tsx';
import { BlockButton, RemovePurchaseButton, RevokeButton, UnblockButton } from './RowActions.tsx';

const blank = { resourceId: '', reason: '', expiresAt: '' };

/** Form to choose a resource, see the member's access to it with the reasons, and give access (ADM-USER-09). */
export function GrantPart({ userId }: { userId: number }) {
  const [form, setForm] = useState(blank);
  const granting = useGrant(userId, () => setForm(blank));
  const resourceId = Number(form.resourceId);
  useUnsaved(form.reason.trim() !== '' && !granting.isPending);
  const set = (part: Partial<typeof blank>) => setForm({ ...form, ...part });
  const missing = form.resourceId === '' ? 'Choose a resource first.' : 'Enter a reason first.';
  const isReady = form.resourceId !== '' && form.reason.trim() !== '';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady) granting.mutate({ resourceId, reason: form.reason, expiresAt: form.expiresAt || null });
  }

  return (
    <Part title="Grant access">
      <form noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-4 sm:col-span-2">
          <ResourceChoice value={form.resourceId} onChange={(id) => set({ resourceId: id })} />
        </div>
        {form.resourceId === '' ? null : <Why userId={userId} resourceId={resourceId} />}
        <Field label="Reason">
          <TextInput maxLength={500} value={form.reason} onChange={({ target }) => set({ reason: target.value })} />
        </Field>
        <Field label="Ends after" isOptional hint="The day ends at midnight UTC.">
          <TextInput type="date" value={form.expiresAt} onChange={({ target }) => set({ expiresAt: target.value })} />
        </Field>
        <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
          <Button type="submit" disabled={!isReady} isBusy={granting.isPending}>
            Grant Access
          </Button>
          {isReady ? null : <span className="text-sm text-muted-foreground">{missing}</span>}
        </div>
      </form>
    </Part>
  );
}

/** Reasons for and against a member's access to a resource. */
function Why({ userId, resourceId }: { userId: number; resourceId: number }) {
  const query = useQuery(explanation(userId, resourceId));
  return (
    <div className="sm:col-span-2">
      <LoadedPart query={query} what="The explanation">
        {(found) => (
          <Banner tone={found.hasAccess ? 'success' : 'info'} role="status">
            <p className="font-semibold">
              {found.hasAccess ? 'This member can open it.' : `This member cannot open it: ${found.reason}.`}
            </p>
            <ul>
              {[...found.because.map(entitlementText), ...otherReasons(found)].map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Banner>
        )}
      </LoadedPart>
    </div>
  );
}

/** Subscription resources that an administrator can block for the member, and the blocks (ADM-USER-10, ACCESS-20). */
export function BlocksPart({ userId }: { userId: number }) {
  const [search, setSearch] = useState('');
  const blocks = useQuery(memberBlocks(userId));
  const resources = useQuery(resourceChoices({ search, accessType: 'subscription' }));
  const { data: subscription } = useQuery(memberSubscription(userId));
  const isOpened = isRunning(subscription ?? null);
  const isLong = search !== '' || (resources.data?.totalCount ?? 0) > choiceSize;
  return (
    <Part title="Subscription resources">
      <LoadedPart query={blocks} what="Blocks">
        {(blocked) => (
          <>
            {subscription === null ? (
              <p className="text-sm text-muted-foreground">
                Without a subscription, the member cannot open these resources. A resource that you remove here stays
                closed when a subscription starts.
              </p>
            ) : null}
            {blocked.length > 0 ? (
              <Lines none="">
                {blocked.map((block) => (
                  <BlockLine key={block.resourceId} userId={userId} block={block} />
                ))}
              </Lines>
            ) : null}
            {isLong ? <SearchBox label="Search subscription resources" value={search} onSearch={setSearch} /> : null}
            <LoadedPart query={resources} what="Resources">
              {({ items }) => (
                <Lines none="No other resource is part of the subscription.">
                  {items
                    .filter(({ id }) => !blocked.some(({ resourceId }) => resourceId === id))
                    .map((resource) => (
                      <ResourceLine key={resource.id} userId={userId} resource={resource} isOpened={isOpened} />
                    ))}
                </Lines>
              )}
            </LoadedPart>
          </>
        )}
      </LoadedPart>
    </Part>
  );
}

function BlockLine({ userId, block: { resourceId, resource, reason, createdAt } }: { userId: number; block: Block }) {
  return (
    <Line
      title={resource.title}
      badge={<Badge tone="danger">Blocked</Badge>}
      details={`${reason} · since ${shortDate(createdAt)}`}
      action={<UnblockButton userId={userId} resourceId={resourceId} title={resource.title} />}
    />
  );
}

type ResourceLineProps = { userId: number; resource: ResourceSummary; isOpened: boolean };

function ResourceLine({ userId, resource: { id, title }, isOpened }: ResourceLineProps) {
  return (
    <Line
      title={title}
      details={isOpened ? 'Opened by the subscription' : 'Opens with a running subscription'}
      action={<BlockButton userId={userId} resourceId={id} title={title} />}
    />
  );
}

export function GrantsPart({ userId }: { userId: number }) {
  const query = useQuery(memberGrants(userId));
  return (
    <Part title="Grants">
      <LoadedPart query={query} what="Grants">
        {(grants) => (
          <Lines none="Administrators have granted this member nothing.">
            {grants.map((grant) => (
              <GrantLine key={grant.id} grant={grant} />
            ))}
          </Lines>
        )}
      </LoadedPart>
    </Part>
  );
}

function GrantLine({ grant }: { grant: Grant }) {
  const status = grantStatus(grant, today().getTime());
  const end = grant.expiresAt === null ? 'without end' : `until ${lastDayText(grant.expiresAt)}`;
  return (
    <Line
      title={grant.resource.title}
      badge={<Badge tone={status === 'Active' ? 'success' : 'neutral'}>{status}</Badge>}
      details={`${grant.reason} · given ${shortDate(grant.createdAt)}, ${end}`}
      action={grant.isActive ? <RevokeButton grantId={grant.id} title={grant.resource.title} /> : null}
    />
  );
}

export function PurchasesPart({ userId }: { userId: number }) {
  const query = useQuery(memberPurchases(userId));
  return (
    <Part title="Purchases">
      <LoadedPart query={query} what="Purchases">
        {(purchases) => (
          <Lines none="This member has bought nothing.">
            {purchases.map((purchase) => (
              <PurchaseLine key={purchase.id} userId={userId} purchase={purchase} />
            ))}
          </Lines>
        )}
      </LoadedPart>
    </Part>
  );
}

function PurchaseLine({ userId, purchase }: { userId: number; purchase: MemberPurchase }) {
  const { id, resource, amount, currency, createdAt, stripePaymentIntentId, isGift, seats, refundedMinor } = purchase;
  const refunded = refundedMinor > 0 ? `, ${moneyText({ amountMinor: refundedMinor, currency })} of it refunded` : '';
  const badge = seats === null ? (isGift ? 'Gift' : null) : `${seats} seats`;
  return (
    <Line
      title={resource.title}
      badge={badge === null ? undefined : <Badge tone="neutral">{badge}</Badge>}
      details={`${formatMoney(amount, currency)}${refunded} · ${shortDate(createdAt)} · ${stripePaymentIntentId ?? 'paid by a promo code'}`}
      action={
        <div className="flex gap-2">
          <PurchaseRefundButton userId={userId} purchase={purchase} />
          <RemovePurchaseButton userId={userId} purchaseId={id} title={resource.title} />
        </div>
      }
    />
  );
}
