import type { ReactNode } from 'react';
import type { Bundle } from '#contract/catalogue/catalogue.ts';
import { formatMoney } from '#contract/money.ts';
import type { PublicResource, PublicSummary } from '#contract/pages/storefront.ts';
import { useAccess } from '#web/commerce/access/api.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { linkTo, type RenderLink } from '#web/platform/link.tsx';
import { AccessLabel } from '#web/ui/AccessLabel.tsx';
import { Price } from '#web/ui/Price.tsx';
import { ResourceCover } from '#web/ui/ResourceCover.tsx';
import { TypeChip } from '#web/ui/TypeChip.tsx';
import { laterPartsText, separatePrice } from './bundle-display.ts';
import { shownPrice, typeNames } from './display.ts';

/** Parts of a bundle for a member, with those that the member can already open (BUNDLE-03). */
export function BundleParts({
  bundle,
  price,
  isPreview,
}: {
  bundle: Bundle;
  price: number | null;
  isPreview: boolean;
}) {
  const access = useAccess(isPreview ? undefined : bundle.parts.map(({ id }) => id));
  return (
    <BundlePartList
      bundle={bundle}
      price={price}
      linkOf={({ id }) => linkTo({ to: '/resource/$id', params: { id: String(id) } })}
      stateOf={({ id }) => (access.of(id)?.hasAccess ? <AccessLabel label="You have access" /> : null)}
    />
  );
}

type BundlePartListProps = {
  bundle: NonNullable<PublicResource['bundle']>;
  /** Price of the bundle in major units; null while it has none. */
  price: number | null;
  linkOf: (part: PublicSummary) => RenderLink;
  /** Renders content in place of the part's price. */
  stateOf?: (part: PublicSummary) => ReactNode;
};

export function BundlePartList({ bundle, price, linkOf, stateOf }: BundlePartListProps) {
  const { currency } = usePortalConfig();
  const { parts, includesLaterParts } = bundle;
  const separate = separatePrice(parts);
  return (
    <section aria-labelledby="parts-heading" className="min-w-0">
      <h2 id="parts-heading">In this bundle</h2>
      <p className="mt-1 text-sm text-muted-foreground">
        {laterPartsText(parts.length, includesLaterParts)}
        {price !== null && separate !== null && separate > price
          ? ` Bought one by one, they cost ${formatMoney(separate, currency)}: you save ${formatMoney(separate - price, currency)}.`
          : null}
      </p>
      <ul className="mt-4 border-t border-border">
        {parts.map((part) => (
          <li key={part.id} className="relative flex items-center gap-4 border-b border-border py-3">
            <div className="w-16 flex-none overflow-hidden rounded-md border border-border">
              <ResourceCover
                id={part.id}
                type={part.type}
                principles={part.rappPrinciples}
                imageUrl={part.thumbnailUrl ?? part.featuredImageUrl}
                cut="square"
              />
            </div>
            <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <div className="min-w-0">
                <TypeChip type={part.type} name={typeNames[part.type]} />
                <h3 className="font-sans! text-base! leading-5.5! font-semibold! tracking-normal! wrap-anywhere">
                  {linkOf(part)({
                    className: 'hover:underline after:absolute after:inset-0',
                    children: part.title,
                  })}
                </h3>
              </div>
              <div className="text-sm text-muted-foreground">
                {stateOf?.(part) ??
                  (part.accessType === 'free' ? 'Free' : <Price {...shownPrice(part)} currency={currency} />)}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
