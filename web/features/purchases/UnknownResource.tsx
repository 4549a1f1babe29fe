import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/link.tsx';
import { buttonClasses } from '../../ui/button-classes.ts';
import { EmptyArt } from '../../ui/ShapeArt.tsx';
import { StatePanel } from './StatePanel.tsx';

/** What a payment page shows for a resource that does not exist for the member (CHECKOUT-03). */
export function UnknownResource() {
  return (
    <StatePanel
      headingLevel={1}
      title="Resource not found"
      icon={<EmptyArt className="mb-3" />}
      actions={
        <AppLink href={paths.browse()} className={buttonClasses({})}>
          Browse Resources
        </AppLink>
      }
    >
      <p>It does not exist or has been removed. Nothing has been charged.</p>
    </StatePanel>
  );
}
