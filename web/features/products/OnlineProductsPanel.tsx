import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { products } from './api.ts';
import { ProductCard } from './ProductCard.tsx';

/** Every online product as a card. */
export function OnlineProductsPanel() {
  return (
    <Loaded
      query={useQuery(products)}
      skeleton={<ProductSkeletons />}
      failure="Failed to fetch online products"
      safe="Nothing was changed. Check your connection, then try again."
    >
      {(all) =>
        all.length === 0 ? (
          <EmptyState
            title="No online products yet"
            description="A product holds the address of an online tool and how it opens."
          />
        ) : (
          <div className="grid gap-4 lg:grid-cols-2">
            {all.map((product) => (
              <ProductCard key={product.id} product={product} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

const skeletonKeys = ['first', 'second', 'third', 'fourth'];

/** The cards while they load. */
function ProductSkeletons() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading online products
      </p>
      <div aria-hidden="true" className="grid gap-4 lg:grid-cols-2">
        {skeletonKeys.map((key) => (
          <Card key={key} data-testid="skeleton" className="flex flex-col gap-3">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-9 w-full" />
          </Card>
        ))}
      </div>
    </>
  );
}
