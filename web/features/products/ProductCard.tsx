import { CircleCheck, CircleOff } from 'lucide-react';
import { useId } from 'react';
import type { AdminOnlineProduct } from '#contract/products.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/link.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { textLinkClasses } from '../../ui/TextLink.tsx';
import { toolTypeNames } from './display.ts';
import { ProductActions } from './ProductActions.tsx';

/** One product: what it is, where it lives, what leads to it, and what can be done with it (ADM-PROD-01). */
export function ProductCard({ product }: { product: AdminOnlineProduct }) {
  const titleId = useId();
  return (
    <Card role="article" aria-labelledby={titleId} className="flex min-w-0 flex-col gap-3">
      <div className="flex items-start justify-between gap-4">
        <h2 id={titleId} className="min-w-0 font-sans! text-base! leading-6! tracking-normal! wrap-anywhere">
          {product.name}
        </h2>
        {product.isActive ? (
          <Badge tone="success" icon={<CircleCheck size={14} />}>
            Active
          </Badge>
        ) : (
          <Badge icon={<CircleOff size={14} />}>Inactive</Badge>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1 text-sm text-muted-foreground">
        <span>{toolTypeNames[product.toolType]}</span>
        <code className="wrap-anywhere">/tools/{product.slug}</code>
      </div>
      <LinkedResources resources={product.linkedResources} />
      <div className="mt-auto border-t border-border pt-3">
        <ProductActions product={product} />
      </div>
    </Card>
  );
}

function LinkedResources({ resources }: { resources: AdminOnlineProduct['linkedResources'] }) {
  if (resources.length === 0) return <p className="text-sm text-muted-foreground">No resource leads here yet.</p>;
  return (
    <ul className="flex flex-col items-start">
      {resources.map(({ id, title }) => (
        <li key={id}>
          <AppLink href={paths.resource(id)} className={textLinkClasses}>
            {title}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
