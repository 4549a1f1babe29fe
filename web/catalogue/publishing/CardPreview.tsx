import { useWatch } from 'react-hook-form';
import { cardLabel } from '#web/commerce/access/display.ts';
import { usePortalConfig } from '#web/platform/config.ts';
import { CompactCard } from '#web/ui/CompactCard.tsx';
import { Price } from '#web/ui/Price.tsx';
import { shownPrice, typeNames } from '../catalogue/display.ts';
import { FormSection } from './EditorColumns.tsx';
import { useResourceFields } from './use-resource-form.ts';

export function CardPreview() {
  const { control } = useResourceFields();
  const { currency } = usePortalConfig();
  const [title, type, accessType, principles, image, thumbnail, duration, price, monthlyPrice, annualPrice] = useWatch({
    control,
    name: [
      'title',
      'type',
      'accessType',
      'rappPrinciples',
      'featuredImageUrl',
      'thumbnailUrl',
      'estimatedDuration',
      'price',
      'monthlyPrice',
      'annualPrice',
    ],
  });
  const isSubscription = accessType === 'subscription';
  const prices = {
    price: isSubscription ? null : amountOf(price),
    monthlyPrice: isSubscription ? amountOf(monthlyPrice) : null,
    annualPrice: isSubscription ? amountOf(annualPrice) : null,
  };
  return (
    <FormSection title="How members see it">
      {/* The card is hidden from screen readers, because the form already contains its texts. */}
      <ul aria-hidden="true" className="pointer-events-none max-w-92">
        <CompactCard
          id={0}
          type={type}
          typeName={typeNames[type]}
          principles={principles}
          imageUrl={thumbnail ?? image}
          durationMinutes={amountOf(duration)}
          title={title.trim() || 'Untitled'}
          accessLabel={cardLabel(accessType, undefined)}
          price={accessType === 'free' ? 'Free' : <Price {...shownPrice(prices)} currency={currency} />}
          link={({ className, children }) => <span className={className}>{children}</span>}
        />
      </ul>
    </FormSection>
  );
}

function amountOf(text: string): number | null {
  const amount = Number(text);
  return text.trim() === '' || Number.isNaN(amount) ? null : amount;
}
