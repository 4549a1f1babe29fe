import type { Resource } from '#contract/catalogue.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Price } from '../../ui/Price.tsx';
import { ResourceCover } from '../../ui/ResourceCover.tsx';
import { TypeChip } from '../../ui/TypeChip.tsx';
import { typeNames } from '../catalogue/display.ts';

type OrderSummaryProps = {
  resource: Resource;
  /** What is charged, in major units. */
  amount: number;
  currency: string;
};

/** What is being bought and what it costs (CHECKOUT-01, CHECKOUT-02); short on phones, where it stands before the form. */
export function OrderSummary({ resource, amount, currency }: OrderSummaryProps) {
  return (
    <Card isPadded={false} className="overflow-hidden">
      <div className="max-lg:hidden">
        <Cover resource={resource} cut="banner" />
      </div>
      <div className="flex flex-col gap-4 p-5 lg:p-6">
        <h2>Order summary</h2>
        <div className="flex items-start gap-4">
          <div className="w-16 flex-none overflow-hidden rounded-md lg:hidden">
            <Cover resource={resource} cut="square" />
          </div>
          <div className="min-w-0">
            <TypeChip type={resource.type} name={typeNames[resource.type]} />
            <h3 className="mt-1 wrap-anywhere">{resource.title}</h3>
          </div>
        </div>
        <Facts
          facts={[
            { label: 'Price', value: <Price amount={amount} currency={currency} /> },
            { label: 'Processing fee', value: <Price amount={0} currency={currency} /> },
          ]}
        />
        <dl className="flex justify-between gap-4 border-t border-border pt-3.5 font-semibold">
          <dt>Total</dt>
          <dd>
            <Price amount={amount} currency={currency} />
          </dd>
        </dl>
      </div>
    </Card>
  );
}

function Cover({ resource, cut }: { resource: Resource; cut: 'banner' | 'square' }) {
  return (
    <ResourceCover
      id={resource.id}
      type={resource.type}
      principles={resource.rappPrinciples}
      imageUrl={resource.thumbnailUrl ?? resource.featuredImageUrl}
      cut={cut}
      isPrompt
    />
  );
}
