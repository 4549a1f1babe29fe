import { Check } from 'lucide-react';
import type { Resource, ResourceSummary } from '#contract/catalogue.ts';
import { formatMoney } from '#contract/money.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { intervalWords } from '../../ui/money-format.ts';
import { Price } from '../../ui/Price.tsx';
import { PrincipleLabel } from '../../ui/PrincipleMark.tsx';
import { shownPrice, typeNames } from './display.ts';

type Priced = Pick<ResourceSummary, 'price' | 'monthlyPrice' | 'annualPrice'>;

/** What a resource costs; small once it is open, because then nothing is left to pay. */
export function BoxPrice({ resource, isOpen = false }: { resource: Priced; isOpen?: boolean }) {
  const { currency, tax } = usePortalConfig();
  const price = shownPrice(resource);
  const isBeforeTax = tax === 'exclusive' && price.amount > 0;
  if (isOpen) {
    return (
      <p className="text-sm text-muted-foreground">
        Price <Price {...price} currency={currency} />
      </p>
    );
  }
  return (
    <p>
      <Price {...price} currency={currency} isBeforeTax={isBeforeTax} size="large" />
      {price.interval === 'month' && resource.annualPrice !== null ? (
        <span className="mt-1 block text-sm text-muted-foreground">
          or {formatMoney(resource.annualPrice, currency)} {intervalWords('year')}
        </span>
      ) : null}
    </p>
  );
}

/** What comes with a resource. */
export function Benefits({ benefits }: { benefits: string[] }) {
  if (benefits.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {benefits.map((benefit) => (
        <li key={benefit} className="flex gap-2">
          <Check size={16} className="mt-0.5 text-free" />
          {benefit}
        </li>
      ))}
    </ul>
  );
}

type Described = Pick<Resource, 'type' | 'title' | 'estimatedDuration' | 'rappPrinciples'> & {
  fileTitle?: string | null;
};

/** Type, duration, file and principles, each where it is known. */
export function factsOf({ type, title, estimatedDuration, fileTitle = null, rappPrinciples }: Described) {
  const principles = rappPrinciples.map((principle) => <PrincipleLabel key={principle} principle={principle} />);
  return [
    { label: 'Type', value: typeNames[type] },
    ...(estimatedDuration === null ? [] : [{ label: 'Estimated duration', value: `${estimatedDuration} min` }]),
    ...(fileTitle === null || fileTitle === title ? [] : [{ label: 'File', value: fileTitle }]),
    ...(principles.length === 0
      ? []
      : [{ label: 'Principles', value: <span className="flex flex-col items-start gap-1">{principles}</span> }]),
  ];
}
