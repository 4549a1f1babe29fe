import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleOff, Pencil, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { AdminOnlineProduct } from '#contract/catalogue/products.ts';
import { DeleteDialog } from '#web/admin/DeleteDialog.tsx';
import { OpenButton } from '#web/admin/OpenButton.tsx';
import { lazyDialog } from '#web/platform/lazy-dialog.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import { focusHeading } from '#web/ui/PageHeading.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { textLinkClasses } from '#web/ui/TextLink.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { AccessToolAction } from './AccessToolAction.tsx';
import { addressOfProduct, products, useDeleteProduct } from './api.ts';
import { toolTypeNames } from './display.ts';

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

export function AddProduct() {
  return (
    <OpenButton dialog={productDialog}>
      <Plus size={18} />
      Add Product
    </OpenButton>
  );
}

/** Card of a product: type, path in the portal, the resources that use it, and its actions (ADM-PROD-01). */
function ProductCard({ product }: { product: AdminOnlineProduct }) {
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
        <code translate="no" className="wrap-anywhere">
          /tools/{product.slug}
        </code>
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
          <Link to="/resource/$id" params={{ id: String(id) }} className={textLinkClasses}>
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const productDialog = lazyDialog(async () => (await import('./ProductDialog.tsx')).ProductDialog);
const testLaunchDialog = lazyDialog(async () => (await import('./TestLaunchDialog.tsx')).TestLaunchDialog);

type Opened = 'edit' | 'delete' | 'test';

function ProductActions({ product }: { product: AdminOnlineProduct }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const deleting = useDeleteProduct(product, focusHeading);
  const close = () => setOpened(null);
  const ofThis = <VisuallyHidden> {product.name}</VisuallyHidden>;
  return (
    <div className="-ml-2.5 flex flex-wrap items-center gap-1">
      <AccessToolAction
        name={product.name}
        findAddress={() => addressOfProduct(product)}
        iconClassName="max-lg:hidden"
      />
      <Button
        {...testLaunchDialog.near}
        variant="ghost"
        size="small"
        className="px-2.5!"
        onClick={() => setOpened('test')}
      >
        Test launch{ofThis}
      </Button>
      <Button
        {...productDialog.near}
        variant="ghost"
        size="small"
        className="px-2.5!"
        onClick={() => setOpened('edit')}
      >
        <Pencil size={16} className="max-lg:hidden" />
        Edit{ofThis}
      </Button>
      <Button variant="destructive-ghost" size="small" className="px-2.5!" onClick={() => setOpened('delete')}>
        <Trash2 size={16} className="max-lg:hidden" />
        Delete{ofThis}
      </Button>
      {opened === 'edit' ? <productDialog.Dialog product={product} onClose={close} /> : null}
      {opened === 'test' ? <testLaunchDialog.Dialog product={product} onClose={close} /> : null}
      {opened === 'delete' ? (
        <DeleteDialog
          name={product.name}
          description="Its path and its configuration are deleted for good."
          deleting={deleting}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
