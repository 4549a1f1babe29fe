import { lazy, Suspense } from 'react';
import { ProductSkeletons } from './ProductSkeletons.tsx';

const Panel = lazy(async () => ({ default: (await import('./OnlineProductsPanel.tsx')).OnlineProductsPanel }));

/** The tab of online products, whose code comes when it is opened. */
export function OnlineProducts() {
  return (
    <Suspense fallback={<ProductSkeletons />}>
      <Panel />
    </Suspense>
  );
}
