import { Check } from 'lucide-react';
import type { Resource, ResourceSummary } from '#contract/catalogue/catalogue.ts';
import { counted } from '#contract/counted.ts';
import { formatMoney } from '#contract/money.ts';
import { longDate } from '#web/dates.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { intervalWords } from '#web/ui/money-format.ts';
import { Price } from '#web/ui/Price.tsx';
import { PrincipleLabel } from '#web/ui/PrincipleMark.tsx';
import { contentsOf, formatText } from './detail-display.ts';
import { shownPrice, termsText, typeNames } from './display.ts';

type Priced = Pick<ResourceSummary, 'price' | 'monthlyPrice' | 'annualPrice'>;

type Inner = Pick<Resource, 'inside'>;

/**
 * Price of a resource; small once the resource is open, because nothing is left to pay. Leaves out the annual price
 * where the terms of the subscription name it.
 */
export function BoxPrice({ resource, isOpen = false }: { resource: Priced & Partial<Inner>; isOpen?: boolean }) {
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
      {price.interval === 'month' && resource.annualPrice !== null && !resource.inside?.subscription ? (
        <span className="mt-1 block text-sm text-muted-foreground">
          or {formatMoney(resource.annualPrice, currency)} {intervalWords('year')}
        </span>
      ) : null}
    </p>
  );
}

/**
 * Contents and price of the subscription, in the same words everywhere (SUBSCR-26); renders nothing for other
 * resources.
 */
export function Terms({ resource: { inside } }: { resource: Pick<Resource, 'inside'> }) {
  const { currency, tax } = usePortalConfig();
  if (!inside?.subscription) return null;
  return (
    <p className="text-sm text-balance text-muted-foreground">
      The subscription opens {termsText(inside.subscription, currency, tax)} Cancel any time.
    </p>
  );
}

/**
 * Table of contents of a text or a PDF, also before it is bought (DETAIL-26, DETAIL-27); renders nothing with fewer
 * than two entries.
 */
export function Contents({ resource: { inside } }: { resource: Pick<Resource, 'inside'> }) {
  const entries = contentsOf(inside);
  if (entries.length < 2) return null;
  return (
    <section aria-labelledby="contents-heading">
      <h2 id="contents-heading" className="mb-3">
        Contents
      </h2>
      <ol className="border-t border-border text-sm">
        {entries.map(({ place, number, title, page }) => (
          <li key={place} className="flex gap-4 border-b border-border py-3">
            {number === null ? null : (
              <span className="w-6 flex-none text-muted-foreground tabular-nums">{number}</span>
            )}
            <span className="min-w-0 wrap-anywhere">{title}</span>
            {page === null ? null : (
              <span className="ml-auto flex-none text-muted-foreground tabular-nums">Page {page}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

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

type Described = Pick<Resource, 'type' | 'title' | 'estimatedDuration' | 'rappPrinciples' | 'inside'> & {
  fileTitle?: string | null;
  readingMinutes?: number | null;
};

/**
 * Returns the known facts of a resource: type, format, video, pages, duration, file name, last update and principles
 * (DETAIL-26).
 */
export function factsOf(resource: Described, timeZone: string | undefined) {
  const { type, title, estimatedDuration, fileTitle = null, readingMinutes = null, rappPrinciples, inside } = resource;
  const format = formatText(resource);
  const minutes = estimatedDuration ?? readingMinutes;
  const principles = rappPrinciples.map((principle) => <PrincipleLabel key={principle} principle={principle} />);
  return [
    { label: 'Type', value: typeNames[type] },
    ...(format === null ? [] : [{ label: 'Format', value: format }]),
    ...(inside?.hasVideo ? [{ label: 'Video', value: 'To watch here' }] : []),
    ...(inside?.document ? [{ label: 'Length', value: counted(inside.document.pages, 'page') }] : []),
    ...(minutes === null ? [] : [{ label: 'Estimated duration', value: `${minutes} min` }]),
    ...(fileTitle === null || fileTitle === title ? [] : [{ label: 'File', value: fileTitle }]),
    ...(inside ? [{ label: 'Updated', value: longDate(inside.updatedAt, timeZone) }] : []),
    ...(principles.length === 0
      ? []
      : [{ label: 'Principles', value: <span className="flex flex-col items-start gap-1">{principles}</span> }]),
  ];
}
