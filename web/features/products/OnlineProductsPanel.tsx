import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { products } from './api.ts';
import { ProductCard } from './ProductCard.tsx';
import { ProductSkeletons } from './ProductSkeletons.tsx';

/** Every online product as a card. */
export function OnlineProductsPanel() {
  const { data, isPending, isError, isFetching, refetch } = useQuery(products);
  if (isPending) return <ProductSkeletons />;
  if (isError) {
    return (
      <LoadError
        title="Failed to fetch online products"
        description="Nothing was changed. Check your connection, then try again."
        isBusy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title="No online products yet" description="A product says where an online tool lies and opens." />
    );
  }
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {data.map((product) => (
        <ProductCard key={product.id} product={product} />
      ))}
    </div>
  );
}
