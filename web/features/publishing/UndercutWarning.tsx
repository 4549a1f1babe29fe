import { useWatch } from 'react-hook-form';
import { formatMoney } from '#contract/money.ts';
import { usePortalConfig } from '../../platform/config.ts';
import { Banner } from '../../ui/Banner.tsx';
import { useOtherSubscriptionResources } from './api.ts';
import { undercutPrice } from './display.ts';
import type { ResourceFieldsProps } from './use-resource-form.ts';
import type { ResourceValues } from './values.ts';

/** Says when a subscription price is below those of the other resources, all of which it would open. */
export function UndercutWarning({ resourceId }: Pick<ResourceFieldsProps, 'resourceId'>) {
  const { currency } = usePortalConfig();
  const [monthlyPrice, annualPrice] = useWatch<ResourceValues, ['monthlyPrice', 'annualPrice']>({
    name: ['monthlyPrice', 'annualPrice'],
  });
  const others = useOtherSubscriptionResources(resourceId);
  const monthly = undercutPrice(monthlyPrice, 'monthlyPrice', others);
  const annual = undercutPrice(annualPrice, 'annualPrice', others);
  const lowest = [
    ...(monthly === null ? [] : [`${formatMoney(monthly, currency)} per month`]),
    ...(annual === null ? [] : [`${formatMoney(annual, currency)} per year`]),
  ];
  if (lowest.length === 0) return null;
  return (
    <Banner tone="warning" role="status">
      The other subscription resources start at {lowest.join(' and ')}. One subscription opens them all, so this price
      would open them for less.
    </Banner>
  );
}
